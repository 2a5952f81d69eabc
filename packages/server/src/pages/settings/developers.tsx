import {
  type Account,
  createKey,
  EXPIRY_DAYS,
  hintOf,
  listKeys,
  notFound,
  Refusal,
  revokeKey,
  type Role,
} from '@lodestone/core';

import { type Answer, goTo, type Shown } from '../answer.ts';
import { Card, Note, PageTitle } from '../components/card.tsx';
import { Text } from '../components/text.tsx';
import type { Asked, PageHandler } from '../page.ts';
import { FRESH, type KeyErrors, KeyForm, type KeyValues } from './key-form.tsx';
import { Keys } from './keys.tsx';
import { newKeyPage } from './new-key.tsx';
import { mayUse } from '../roles.ts';
import { SettingsTabs } from './tabs.tsx';

/** Settings, Developers: the keys, and the form that makes one. */
export const showKeys: PageHandler = (account, { session }) => keysPage(account, session.role, FRESH, {});

async function keysPage(account: Account, role: Role, values: KeyValues, errors: KeyErrors): Promise<Shown> {
  const mayChange = mayUse(role, 'POST', '/settings/developers/keys');
  const keys = await listKeys(account);
  const refused = Object.keys(errors).length > 0;
  const list = <Keys keys={keys} mayChange={mayChange} />;
  const form = mayChange && <KeyForm values={values} errors={errors} />;
  return {
    title: refused ? 'Error: Developers' : 'Developers',
    section: 'settings',
    status: refused ? 400 : 200,
    body: (
      <>
        <PageTitle
          actions={
            refused || !mayChange ? undefined : (
              <a href="#create" class="button primary">
                Create API key
              </a>
            )
          }
        >
          Settings
        </PageTitle>
        <SettingsTabs current="developers" role={role} />
        {refused ? form : list}
        {refused ? list : form}
      </>
    ),
  };
}

/** A key that was made just now, shown this once. Whoever comes again finds the list. */
export async function showNewKey(account: Account, { params, origin, once }: Asked): Promise<Answer> {
  const key = (await listKeys(account)).find(({ id }) => id === params['id']);
  if (!key) throw notFound('key');
  if (once === null || hintOf(once) !== key.hint) return goTo('/settings/developers');
  return newKeyPage(origin, once, key);
}

/** Makes a key, and goes to the page that shows it. */
export async function makeKey(account: Account, { form, session }: Asked): Promise<Answer> {
  const values: KeyValues = {
    name: (form.get('name') ?? '').trim(),
    scopes: form.getAll('scopes'),
    expires: form.get('expires') ?? '',
  };
  const expires_in_days = EXPIRY_DAYS.find((days) => String(days ?? 'never') === values.expires);
  const errors = faultsOf(values, expires_in_days !== undefined);
  if (Object.keys(errors).length > 0 || expires_in_days === undefined)
    return keysPage(account, session.role, values, errors);
  try {
    const { token, key } = await createKey(account, {
      name: values.name,
      scopes: values.scopes,
      expires_in_days,
    });
    return { to: `/settings/developers/keys/${key.id}`, once: token };
  } catch (error) {
    // What is left to refuse is a scope that no form of ours offers.
    if (error instanceof Refusal) return keysPage(account, session.role, values, { scopes: error.message });
    throw error;
  }
}

function faultsOf({ name, scopes }: KeyValues, knownExpiry: boolean): KeyErrors {
  const length = [...name].length;
  return {
    ...(length === 0 && { name: 'Give the key a name, so that you recognize it in the list.' }),
    ...(length > 100 && { name: `A name can have up to 100 characters; this one has ${length}.` }),
    ...(scopes.length === 0 && { scopes: 'Choose at least one: a key with none can do nothing.' }),
    ...(!knownExpiry && { expires: 'Choose when the key expires.' }),
  };
}

/** Asks before a key is revoked, since that cannot be undone. */
export async function confirmRevoking(account: Account, { params }: Asked): Promise<Answer> {
  const key = (await listKeys(account)).find(({ id }) => id === params['id']);
  if (!key) throw new Refusal('not_found', 'This key does not exist.');
  if (key.state === 'revoked') return goTo('/settings/developers');
  return {
    title: 'Revoke a key',
    section: 'settings',
    body: (
      <>
        <PageTitle up={{ path: '/settings/developers', label: 'Developers' }}>Revoke a key</PageTitle>
        <Card title="What will happen">
          <p>
            <strong>
              <Text most={100}>{key.name}</Text>
            </strong>{' '}
            <code>{key.hint}</code>
          </p>
          <Note tone="warn">
            <p>
              The very next request with this key is refused. This cannot be undone; the key stays in the
              list.
            </p>
          </Note>
          <form method="post" action={`/settings/developers/keys/${key.id}/revoke`} class="row">
            <button type="submit" class="danger">
              Revoke this key
            </button>
            <a href="/settings/developers">Keep it</a>
          </form>
        </Card>
      </>
    ),
  };
}

export async function revoke(account: Account, { params }: Asked): Promise<Answer> {
  await revokeKey(account, { id: params['id'] ?? '' });
  return goTo('/settings/developers', 'key_revoked');
}
