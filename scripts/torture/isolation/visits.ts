import { subscriberLink, toWire } from '@lodestone/core';
import { sql } from '@lodestone/core/db/sql.js';

import type { Act, Ask } from './act.ts';
import { type Field, filled, formsIn } from './forms.ts';
import type { Twins } from './twins.ts';

/** What visitors and subscribers do by the links of the account. */
export async function visits({ account }: Twins, ask: Ask): Promise<Act[]> {
  const [own] = await account.rows<{ slug: string }>((own) => sql`select slug from ${own('accounts')} as a`);
  const magnets = await account
    .select('magnets')
    .select(['slug'])
    .where('status', 'in', ['public', 'private'])
    .limit(3)
    .execute();
  const mails = await account.select('mails').select(['token', 'kind']).orderBy('id').limit(400).execute();
  const some = [...Map.groupBy(mails, ({ kind }) => kind).values()].flatMap((of) => of.slice(0, 2));
  const subscribers = await account.select('subscribers').select('id').orderBy('id').limit(2).execute();
  const acts: Act[] = [];
  const add = (path: string, form?: Field[]) =>
    acts.push({
      name: `${form ? 'POST' : 'GET'} ${path}`,
      run: () =>
        ask(path, {
          headers: { 'user-agent': 'Mozilla/5.0 Chrome/140' },
          ...(form && { method: 'POST', body: new URLSearchParams(form) }),
        }),
    });
  for (const { slug: magnet } of magnets) {
    const path = `/p/${own?.slug}/${magnet}`;
    add(path);
    const html = await ask(path);
    const forms = formsIn(html);
    for (const { fields } of forms.slice(0, 1)) add(path, filled(fields));
    const known = await account
      .select('subscribers')
      .select('email')
      .orderBy('id')
      .limit(1)
      .executeTakeFirst();
    for (const { fields } of forms.slice(0, 1))
      add(
        path,
        filled(fields).map(([name, value]) => [name, name === 'email' ? String(known?.email) : value]),
      );
  }
  for (const { token } of some) {
    for (const path of [`/o/${token}.gif`, `/l/${token}.0`, `/u/${token}`, `/c/${token}`, `/d/${token}`])
      add(path);
    add(`/u/${token}`, []);
    add(`/u/${token}`, [['List-Unsubscribe', 'One-Click']]);
    add(`/c/${token}`, []);
  }
  for (const { id } of subscribers) {
    const link = await subscriberLink(account, { id: toWire('sub', id) });
    const html = await ask(`/preferences?link=${link}`);
    add(`/preferences?link=${link}`);
    for (const { action, fields } of formsIn(html)) add(action, filled(fields));
  }
  return acts;
}
