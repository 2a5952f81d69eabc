import type { Account } from '../db/account.ts';
import { asJson } from '../db/rows.ts';
import { sql } from '../db/sql.ts';
import { toWire } from '../ids.ts';
import type { SavedFilter } from './saved-filters.ts';

/** What stands around the subscriber list to be chosen from. */
interface ListControls {
  /** The newest magnets, to filter by. */
  magnets: { id: string; title: string }[];
  /** The newest campaigns that still take leads. */
  campaigns: { id: string; name: string }[];
  /** Every filter that was saved, by name. */
  saved: SavedFilter[];
}

/** All of it in one round trip, since the page asks for it each time. @param limit of magnets, and of campaigns */
export async function readListControls(
  account: Account,
  { limit }: { limit: number },
): Promise<ListControls> {
  const [row] = await account.rows<ListControls>(
    (own) => sql`
      select
        ${asJson(sql`
          select m.id, m.title from ${own('magnets')} as m
          order by m.created_at desc, m.id limit ${limit}`)} as magnets,
        ${asJson(sql`
          select c.id, c.name from ${own('campaigns')} as c
          where c.status <> 'completed'
          order by c.created_at desc, c.id limit ${limit}`)} as campaigns,
        ${asJson(sql`
          select f.id, f.name, f.query from ${own('saved_filters')} as f
          order by f.name, f.id`)} as saved`,
  );
  const { magnets, campaigns, saved } = row ?? { magnets: [], campaigns: [], saved: [] };
  return {
    magnets: magnets.map((magnet) => ({ ...magnet, id: toWire('mag', magnet.id) })),
    campaigns: campaigns.map((campaign) => ({ ...campaign, id: toWire('cmp', campaign.id) })),
    saved: saved.map((filter) => ({ ...filter, id: toWire('flt', filter.id) })),
  };
}
