import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

import type { Account } from '@lodestone/core';

import { writeSubscribers } from '../../subscribers-file/write.ts';
import type { Served } from '../answer.ts';
import type { Asked } from '../page.ts';
import { audienceOf } from './filters.ts';

/** `GET /subscribers/export`: everybody whom the list's filters leave, as a CSV file that the import reads. */
export async function exportSubscribersFile(account: Account, { query }: Asked): Promise<Served> {
  const pieces = writeSubscribers(account, audienceOf(query));
  const { value: headings = '' } = await pieces.next();
  return {
    serve: async (request, response) => {
      response.setHeader('Content-Type', 'text/csv; charset=utf-8');
      response.setHeader('Content-Disposition', 'attachment; filename="subscribers.csv"');
      if (request.method === 'HEAD') return void response.end();
      response.write(headings);
      try {
        await pipeline(Readable.from(pieces), response);
      } catch (error) {
        // The download ends short, which the browser tells; of one that somebody left, nobody has to know.
        if (!isLeft(error)) throw error;
      }
    },
  };
}

function isLeft(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_STREAM_PREMATURE_CLOSE';
}
