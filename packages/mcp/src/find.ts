import type { Lodestone } from '@lodestone/sdk';

import { Unclear } from './failure.ts';

/** What a thing is called, and its id. */
interface Named {
  id: string;
  names: string[];
}

/** The id of a magnet that was named by its id, slug or title, whole or in part. */
export function magnetId(lodestone: Lodestone, named: string): Promise<string> {
  return idOf('magnet', 'mag_', named, async () =>
    (await lodestone.magnets.list({ limit: 200 }).all({ max: 1_000 })).map(({ id, title, slug }) => ({
      id,
      names: [title, slug],
    })),
  );
}

/** The id of a campaign that was named by its id or name, whole or in part. */
export function campaignId(lodestone: Lodestone, named: string): Promise<string> {
  return idOf('campaign', 'cmp_', named, async () =>
    (await lodestone.campaigns.list({ limit: 200 }).all({ max: 1_000 })).map(({ id, name }) => ({
      id,
      names: [name],
    })),
  );
}

/** The id of a subscriber that was named by their id or whole email. */
export function subscriberId(lodestone: Lodestone, named: string): Promise<string> {
  return idOf('subscriber', 'sub_', named, async () =>
    (await lodestone.subscribers.list({ search: searchable(named), limit: 20 })).data.map(
      ({ id, email }) => ({ id, names: [email] }),
    ),
  );
}

/** The id of an enrollment, or that of a subscriber, named by email or id: the one that replied last, else the latest. */
export async function enrollmentId(lodestone: Lodestone, named: string): Promise<string> {
  if (!named.includes('@') && !named.startsWith('sub_')) return named;
  const { enrollments } = await lodestone.subscribers.get(await subscriberId(lodestone, named));
  const [latest] = enrollments.toSorted(
    (a, b) => timeOf(b.replied_at) - timeOf(a.replied_at) || timeOf(b.enrolled_at) - timeOf(a.enrolled_at),
  );
  if (latest) return latest.id;
  throw new Unclear(`${named} is enrolled in no campaign, so there is no conversation.`);
}

const timeOf = (moment: string | null): number => (moment === null ? 0 : Date.parse(moment));

/** White space separates words of a search, and it takes ten of them. */
const searchable = (text: string): string => text.trim().split(/\s+/).slice(0, 10).join(' ') || text;

/** An id is taken as it is. A name must be that of one thing, whole or else in part; otherwise the ones it may mean are told. */
async function idOf(
  kind: string,
  prefix: string,
  named: string,
  list: () => Promise<Named[]>,
): Promise<string> {
  const wanted = named.trim().toLowerCase();
  if (wanted.startsWith(prefix) || wanted === '') return named;
  const all = await list();
  const whole = all.filter(({ names }) => names.some((name) => name.toLowerCase() === wanted));
  const found =
    whole.length > 0
      ? whole
      : all.filter(
          ({ names }) => kind !== 'subscriber' && names.some((name) => name.toLowerCase().includes(wanted)),
        );
  const [first, second] = found;
  if (first && !second) return first.id;
  const some = (found.length > 0 ? found : all).slice(0, 10).map(({ id, names }) => `${names[0]} (${id})`);
  throw new Unclear(
    found.length > 0
      ? `"${named}" may mean several: ${some.join(', ')}. Call again with the id.`
      : `No ${kind} is called "${named}". ${some.length > 0 ? `There are ${some.join(', ')}.` : `Look with list_${kind}s.`}`,
  );
}
