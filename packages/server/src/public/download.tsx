import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

import type { Request, RequestHandler, Response } from 'express';

import {
  type Account,
  type Asset,
  type Db,
  openDownload,
  openMailToken,
  readAssetBytes,
} from '@lodestone/core';

import { Text } from '../pages/components/text.tsx';
import { sendPublic } from './frame.tsx';
import { sendNotFound } from './not-found.tsx';
import type { Turn } from './turns.ts';
import { recordDownload, type Visits } from './visits.ts';

/** `GET /d/:token`: what an email hands out. Only to find it takes a turn: a file may take its visitor minutes. */
export function download(db: Db, visits: Visits, turn: Turn): RequestHandler {
  return async (request, response) => {
    const [token = '', ...rest] = String(request.params['token']).split('.');
    const opened = await turn(request, response, async () => {
      const mail = await openMailToken(db, token);
      if (mail === null) return null;
      const link = { id: mail.mail_id, token, rest: rest.join('.') };
      const found = await openDownload(mail.account, link);
      return found && { account: mail.account, found };
    });
    if (opened === null) return sendNotFound(response);
    const { account, found } = opened;
    if ('expired' in found) {
      return sendPublic(response, {
        title: 'This link has expired',
        brand: found.brand,
        status: 410,
        body: (
          <>
            <h1>This link has expired</h1>
            <p>
              Download links work for 30 days. Request <Text>{found.title}</Text> again on the page where you
              found it.
            </p>
          </>
        ),
      });
    }
    await recordDownload(visits, request, token);
    if (found.asset.kind === 'link') return response.redirect(302, found.asset.url);
    await sendFile(request, response, account, found.asset);
  };
}

/** Whatever the file claims to be, a browser saves it, and shows nothing of it as a page of ours. */
export async function sendFile(
  request: Request,
  response: Response,
  account: Account,
  asset: Extract<Asset, { kind: 'file' }>,
): Promise<void> {
  response.setHeader('Content-Type', safeType(asset.type));
  response.setHeader('Content-Disposition', `attachment; filename*=UTF-8''${percentEncoded(asset.name)}`);
  response.setHeader('Content-Length', String(asset.bytes));
  response.setHeader('X-Content-Type-Options', 'nosniff');
  response.setHeader('Content-Security-Policy', "default-src 'none'; sandbox");
  response.setHeader('Cache-Control', 'private, no-store');
  response.setHeader('Referrer-Policy', 'no-referrer');
  if (request.method === 'HEAD') {
    response.end();
    return;
  }
  try {
    await pipeline(Readable.from(readAssetBytes(account, asset.id)), response);
  } catch (error) {
    // The visitor went away, or the file was replaced meanwhile: a length that is not reached says so.
    response.destroy();
    if (!(error instanceof Error && 'code' in error && error.code === 'ERR_STREAM_PREMATURE_CLOSE'))
      throw error;
  }
}

/** Types that no browser runs. The name's extension says the rest. */
function safeType(type: string): string {
  return /^(application\/(pdf|zip|epub\+zip)|image\/(png|jpeg|gif|webp)|video\/[\w-]+|audio\/[\w-]+|text\/(plain|csv))$/.test(
    type,
  )
    ? type
    : 'application/octet-stream';
}

/** RFC 8187. */
function percentEncoded(text: string): string {
  return encodeURIComponent(text).replaceAll(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
