import { excerpt } from '../components/text.tsx';
import { number } from '../format.ts';
import { textOf } from '../query.ts';
import { listAddress } from './filters.ts';

/** The id of the form that the checkboxes of the list belong to. */
export const BULK_FORM = 'bulk';

/** A change that was refused: why, for which subscribers, and what was typed. */
export interface RefusedBulk {
  error: string;
  ids: readonly string[];
  all: boolean;
  tag: string;
  campaign_id: string;
}

/** What can be done to the rows that are selected, or to everybody whom the filters leave. */
export function BulkBar({
  query,
  total,
  campaigns,
  refused,
}: {
  query: URLSearchParams;
  total: number;
  campaigns: readonly { id: string; name: string }[];
  refused: RefusedBulk | undefined;
}) {
  // With the page of the list, so that a refusal shows the rows that were selected.
  const action = listAddress('/subscribers/bulk', query, { offset: textOf(query, 'offset') });
  return (
    <form id={BULK_FORM} method="post" action={action} class="bulk">
      {refused && (
        <p class="error" role="alert">
          {refused.error}
        </p>
      )}
      <label class="choice">
        <input type="checkbox" name="all" value="1" checked={refused?.all ?? false} />
        <span>All {number(total)} that match</span>
      </label>
      <span class="joined">
        <label class="sr" for="bulk-tag">
          Tag to add or remove
        </label>
        <input id="bulk-tag" name="tag" value={refused?.tag} placeholder="Tag" maxLength={60} dir="auto" />
        <button type="submit" name="do" value="tag">
          Add tag
        </button>
        <button type="submit" name="do" value="untag">
          Remove tag
        </button>
      </span>
      {campaigns.length > 0 && (
        <span class="joined">
          <label class="sr" for="bulk-campaign">
            Campaign to enroll in
          </label>
          <select id="bulk-campaign" name="campaign_id">
            <option value="">Campaign…</option>
            {campaigns.map(({ id, name }) => (
              <option key={id} value={id} selected={id === refused?.campaign_id}>
                {excerpt(name, 60)}
              </option>
            ))}
          </select>
          <button type="submit" name="do" value="enroll">
            Enroll
          </button>
        </span>
      )}
      <button type="submit" name="do" value="unsubscribe" class="danger">
        Unsubscribe…
      </button>
    </form>
  );
}
