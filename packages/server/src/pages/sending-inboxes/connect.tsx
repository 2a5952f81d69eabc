import { type Account, connectInbox, sealServer } from '@lodestone/core';

import { type Answer, goTo, type Shown } from '../answer.ts';
import { Card, PageTitle } from '../components/card.tsx';
import { Choices, Input } from '../components/field.tsx';
import { fieldErrors } from '../field-errors.ts';
import type { Asked, PageHandler, PagesParts } from '../page.ts';
import { textOf } from '../query.ts';
import { secretKeys } from '../../secret-key.ts';
import { ServerFields } from './server-fields.tsx';
import {
  FRESH_SERVERS,
  passed,
  type ServerErrors,
  type ServerUrls,
  type ServerValues,
  serverUrlsOf,
  serverValuesOf,
  type Trial,
  tryServers,
} from './servers.ts';
import {
  FRESH_SETTINGS,
  type SettingsErrors,
  SettingsFields,
  settingsOf,
  type SettingsValues,
  settingsValuesOf,
} from './settings-fields.tsx';
import { TrialResult } from './trial.tsx';

interface Values {
  address: string;
  servers: ServerValues;
  settings: SettingsValues;
}

interface Refused {
  errors: ServerErrors & SettingsErrors & { address?: string };
  trial?: Trial;
}

export async function showConnect(): Promise<Answer> {
  return connectPage({ address: '', servers: FRESH_SERVERS, settings: FRESH_SETTINGS });
}

function connectPage(
  { address, servers, settings }: Values,
  { errors, trial }: Refused = { errors: {} },
): Shown {
  const refused = trial !== undefined || Object.keys(errors).length > 0;
  return {
    title: refused ? 'Error: Connect an inbox' : 'Connect an inbox',
    section: 'sending-inboxes',
    scripted: true,
    status: refused ? 400 : 200,
    body: (
      <>
        <PageTitle up={{ path: '/sending-inboxes', label: 'Sending inboxes' }}>Connect an inbox</PageTitle>
        {trial && <TrialResult trial={trial} />}
        <form method="post" action="/sending-inboxes/connect" class="columns">
          <Card title="Inbox">
            <div class="stack">
              <Input
                name="address"
                label="Email address"
                type="email"
                value={address}
                error={errors.address}
                autoComplete="off"
                required
              />
              <ServerFields values={servers} errors={errors} again={refused} />
              {trial && (
                <Choices
                  name="anyway"
                  label="The test failed"
                  choices={[
                    {
                      value: 'yes',
                      label: 'Connect it anyway',
                      hint: 'It will not send until this is fixed.',
                    },
                  ]}
                />
              )}
              <div class="row">
                <button type="submit" class="primary">
                  Test and connect
                </button>
              </div>
            </div>
          </Card>
          <Card title="Sending">
            <div class="stack">
              <SettingsFields values={settings} errors={errors} />
            </div>
          </Card>
        </form>
      </>
    ),
  };
}

/** Tests the servers, and connects the inbox when both let it in. Nothing is sent. */
export function connect(parts: Omit<PagesParts, 'page'>): PageHandler {
  return async (account, { form, outside }: Asked) => {
    const address = textOf(form, 'address').toLowerCase();
    const values = { address, servers: serverValuesOf(form), settings: settingsValuesOf(form) };
    const made = serverUrlsOf(values.servers, address, form.get('password') ?? '');
    if ('errors' in made) return connectPage(values, { errors: made.errors });
    if (form.get('anyway') !== 'yes') {
      const trial = await outside(() => tryServers(made.urls, address));
      if (!passed(trial)) return connectPage(values, { errors: {}, trial });
    }
    try {
      const { id } = await connectInbox(account, {
        address,
        provider: values.servers.provider,
        ...settingsOf(values.settings),
        ...(await sealed(parts, account, address, made.urls)),
      });
      return goTo(`/sending-inboxes/${id}`, 'inbox_connected');
    } catch (error) {
      return connectPage(values, { errors: fieldErrors(error) });
    }
  };
}

/** The servers of an inbox as they are stored. */
export async function sealed(
  { db, config }: Pick<PagesParts, 'db' | 'config'>,
  account: Account,
  address: string,
  { smtp, imap }: ServerUrls,
) {
  const keys = await secretKeys(db, config);
  return {
    smtp: sealServer(keys, account, { address, way: 'smtp', url: smtp }),
    imap: imap === null ? null : sealServer(keys, account, { address, way: 'imap', url: imap }),
  };
}
