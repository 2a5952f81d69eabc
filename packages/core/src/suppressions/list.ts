import type { Account } from '../db/account.ts';
import { type Page, pageOf, type Paging } from '../db/page.ts';
import { moment } from '../db/rows.ts';
import type { Suppressions } from '../db/schema.ts';
import { sql } from '../db/sql.ts';
import { toWire } from '../ids.ts';

export interface ListedSuppression {
  id: string;
  kind: Suppressions['kind'];
  value: string;
  reason: Suppressions['reason'];
  detail: string | null;
  created_at: string;
}

/** Addresses and domains that nothing is sent to, newest first. @param search a part of the address or domain; empty for all */
export async function listSuppressions(
  account: Account,
  { search, ...paging }: Paging & { search: string },
): Promise<Page<ListedSuppression>> {
  const rows = await account
    .select('suppressions')
    .select(['id', 'kind', 'value', 'reason', 'detail', 'created_at'])
    .where(sql<boolean>`(strpos(value, ${search.toLowerCase()}) > 0 or ${search === ''})`)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(paging.limit + 1)
    .offset(paging.offset)
    .execute();
  const listed = rows.map((row) => ({
    ...row,
    id: toWire('sup', row.id),
    created_at: moment(row.created_at),
  }));
  return pageOf(listed, paging);
}
