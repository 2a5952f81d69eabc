import { type Account, countEvents, newId, setAssetLink, storeAsset, toWire } from '@lodestone/core';
import * as download from '@lodestone/core/capture/download.js';
import * as logo from '@lodestone/core/capture/logo.js';
import { addDelivery } from '@lodestone/core/deliveries/add.js';
import * as content from '@lodestone/core/deliveries/content.js';
import * as assets from '@lodestone/core/magnets/asset.js';
import { senderOf } from '@lodestone/core/magnets/sender.js';
import { settleArrived } from '@lodestone/core/mails/arrived.js';
import { applyEvents } from '@lodestone/core/tracking/apply.js';
import { judgeTrapped } from '@lodestone/core/tracking/trapped.js';

import { each, first, tried, type Works } from './rows.ts';

/** Files, deliveries, downloads and opens. */
export const MAGNETS: Works = {
  'a magnet gets files': (account) =>
    each(account, 'magnets', async (id) => {
      const file = { id: toWire('mag', id), name: 'a.pdf', type: 'application/pdf' };
      await storeAsset(account, { ...file, bytes: bytesOf('One') });
      await storeAsset(account, { ...file, bytes: bytesOf('Two') });
      return read(account, id);
    }),
  'a magnet gets an empty file': (account) =>
    each(account, 'magnets', (id) =>
      storeAsset(account, {
        id: toWire('mag', id),
        name: 'a',
        type: 'b/c',
        bytes: bytesOf(),
      }),
    ),
  'a magnet’s file is copied, read and taken away': (account) =>
    each(account, 'magnets', async (id) => {
      const [to = ''] = (await first(account, 'magnets')).toReversed();
      return [
        await assets.copyAsset(account, { from: id, to }).catch(String),
        await read(account, id),
        await senderOf(account, id),
        await setAssetLink(account, { id: toWire('mag', id), url: 'https://files.example/b.pdf' }),
      ];
    }),
  'deliveries are added': async (account) => {
    const [magnet_id = ''] = await first(account, 'magnets');
    const some = await account.select('subscribers').select(['id', 'email']).orderBy('id').limit(3).execute();
    return [
      await tried(some, (subscriber) => addDelivery(account, { subscriber, magnet_id })),
      await each(account, 'mails', (id) => content.readAskedTitles(account, id)),
      await tried(some, ({ id }) => content.readDeliveryContent(account, { magnet_id, subscriber_id: id })),
    ];
  },
  'deliveries have arrived': async (account) => {
    const some = await account
      .select('deliveries')
      .select('id')
      .where('status', '=', 'sent')
      .orderBy('id')
      .limit(8)
      .execute();
    return settleArrived(
      account,
      some.map(({ id }) => id),
    );
  },
  'downloads are opened': async (account) => {
    const some = await account
      .select('mails')
      .select(['id', 'token'])
      .where('kind', '=', 'delivery')
      .orderBy('id')
      .limit(3)
      .execute();
    return tried(some, async (mail) => {
      const path = await download.downloadPath(account, { mail, from: new Date() });
      return download.openDownload(account, { ...mail, rest: path.split(mail.token)[1] ?? '' });
    });
  },
  'a logo is set and taken away': async (account) => [
    await logo.setLogo(account, PNG).catch(String),
    await logo.setLogo(account, PNG).catch(String),
    await logo.removeLogo(account),
  ],
  'opens are counted': async (account) => {
    await visited(account);
    return countEvents(account, { limit: 100 });
  },
  'opens are judged and applied': async (account) => {
    const mails = await visited(account);
    return [await judgeTrapped(account, mails), await applyEvents(account, mails)];
  },
};

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

/** A file as it comes. */
async function* bytesOf(...parts: string[]): AsyncGenerator<Uint8Array> {
  for (const part of parts) yield Buffer.from(part);
}

async function read(account: Account, magnet: string): Promise<unknown> {
  const asset = await assets.readAsset(account, magnet);
  if (asset?.kind !== 'file') return asset;
  const parts = [];
  for await (const part of assets.readAssetBytes(account, asset.id)) parts.push(part.toString());
  return [asset.name, asset.bytes, parts];
}

/** Has some emails opened and clicked, by nobody yet judged. @returns their UUIDs */
async function visited(account: Account): Promise<string[]> {
  const mails = await account
    .select('mails')
    .select('id')
    .where('state', '=', 'sent')
    .orderBy('id')
    .limit(6)
    .execute();
  const rule = 'none';
  await account.insert(
    'mail_events',
    mails.flatMap(({ id }) =>
      (['open', 'click'] as const).map((kind) => ({
        id: newId(),
        mail_id: id,
        kind,
        judged: 'human' as const,
        rule,
        at: new Date(),
      })),
    ),
  );
  return mails.map(({ id }) => id);
}
