import type { Request } from 'express';

import { fairShare, type Without } from '../api/fair-share.ts';
import { awaitUpload } from '../body-deadline.ts';

/** Files that come in at once. Each holds a chunk of memory, and writes to the database now and then. */
const UPLOADS = { slots: 12, perAccount: 3, waiting: 6, longestWait: 8_000 };

/** Does what takes a file in once it is its turn. */
type TakeUpload = <Result>(
  account: string,
  request: Request,
  work: (without: Without) => Promise<Result>,
) => Promise<Result>;

/**
 * A file may take half an hour, so a few slow ones could keep everybody else out. While somebody waits for a place and there is
 * none, one that is slow gives its own up, and so does any but the first of an account.
 */
export function uploads(): TakeUpload {
  const share = fairShare(UPLOADS);
  /** Whose uploads are under way, the oldest first. */
  const underWay = new Map<Request, string>();
  const isFirst = (request: Request, account: string) => {
    for (const [other, whose] of underWay) if (whose === account) return other === request;
    return false;
  };
  return (account, request, work) =>
    share.run(account, async (without) => {
      underWay.set(request, account);
      awaitUpload(request, (isSlow) => share.isWanted() && (isSlow || !isFirst(request, account)));
      try {
        return await work(without);
      } finally {
        underWay.delete(request);
      }
    });
}
