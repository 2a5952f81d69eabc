import { randomUUID } from 'node:crypto';

import { type Account, type Db, openCapture, requestMagnet, visitorOf } from '@lodestone/core';

import { DOMAINS, FIRST_NAMES, LAST_NAMES } from '../people.ts';
import { chance, oneOf } from './chance.ts';

/** Somebody asks for one of the account's public magnets. @returns whether there is one to ask for */
export async function askForMagnet(db: Db, account: Account, seed: string): Promise<boolean> {
  const magnets = await account
    .select('magnets')
    .select('slug')
    .where('status', '=', 'public')
    .orderBy('created_at')
    .orderBy('id')
    .limit(50)
    .execute();
  const magnet = oneOf(`${seed} magnet`, magnets)?.slug;
  const own = await db.selectFrom('accounts').select('slug').where('id', '=', account.id).executeTakeFirst();
  const opened = own && magnet ? await openCapture(db, { account: own.slug, magnet, key: '' }) : null;
  if (!opened) return false;
  await requestMagnet(opened.account, {
    capture: opened.capture,
    visitor: visitorOf(somebody(seed)),
    form: chance(`${seed} form`) < 0.8 ? 'page' : 'embed',
    nonce: randomUUID(),
    network: null,
  });
  return true;
}

function somebody(seed: string) {
  const first_name = oneOf(`${seed} first`, FIRST_NAMES) ?? 'Asha';
  const last_name = oneOf(`${seed} last`, LAST_NAMES) ?? 'Rao';
  const number = Math.floor(chance(`${seed} number`) * 900) + 100;
  const domain = oneOf(`${seed} domain`, DOMAINS) ?? 'postbox.example';
  return { email: `${first_name}.${last_name}${number}@${domain}`, first_name, last_name };
}
