import {
  type Account,
  editInbox,
  readInboxForm,
  Refusal,
  removeInbox,
  resumeSignedIn,
  setInboxStatus,
} from '@lodestone/core';

import { type Answer, goTo } from '../answer.ts';
import { fieldErrors } from '../field-errors.ts';
import type { Asked, PageHandler } from '../page.ts';
import { textOf } from '../query.ts';
import { sealed } from './connect.tsx';
import { inboxPage } from './detail.tsx';
import { passed, serverUrlsOf, serverValuesOf, tryServers } from './servers.ts';
import { type Keyed, readServerUrls } from './stored-servers.ts';
import { settingsOf, settingsValuesOf } from './settings-fields.tsx';

export async function changeStatus(account: Account, { params, form }: Asked): Promise<Answer> {
  const id = params['id'] ?? '';
  const status = textOf(form, 'status') === 'active' ? 'active' : 'paused';
  const { system_paused } = await setInboxStatus(account, { id, status });
  const back = textOf(form, 'from') === 'inbox' ? `/sending-inboxes/${id}` : '/sending-inboxes';
  if (status === 'paused') return goTo(back, 'inbox_out_of_use');
  return goTo(back, system_paused ? 'inbox_still_paused' : 'inbox_in_use');
}

export function saveSettings(parts: Keyed): PageHandler {
  return async (account, { params, form }) => {
    const id = params['id'] ?? '';
    const settings = settingsValuesOf(form);
    const inbox = await readInboxForm(account, { id });
    const { warmup, ...given } = settingsOf(settings);
    try {
      // Saving it unchanged does not begin the warmup again.
      await editInbox(account, { id, ...given, ...(warmup === inbox.warmup ? {} : { warmup }) });
    } catch (error) {
      return inboxPage(parts, account, id, { settings, errors: fieldErrors(error) });
    }
    return goTo(`/sending-inboxes/${id}`, 'inbox_saved');
  };
}

/** New servers or a new password, once they pass the test. */
export function changeServers(parts: Keyed): PageHandler {
  return async (account, { params, form, outside }) => {
    const id = params['id'] ?? '';
    const { address } = await readInboxForm(account, { id });
    const servers = serverValuesOf(form);
    const made = serverUrlsOf(servers, address, form.get('password') ?? '');
    if ('errors' in made) return inboxPage(parts, account, id, { servers, errors: made.errors });
    const trial = await outside(() => tryServers(made.urls, address));
    if (!passed(trial)) return inboxPage(parts, account, id, { servers, errors: {}, trial });
    await editInbox(account, {
      id,
      provider: servers.provider,
      ...(await sealed(parts, account, address, made.urls)),
    });
    if (trial.smtp.ok) await resumeSignedIn(account, { id });
    return goTo(`/sending-inboxes/${id}`, 'inbox_connected');
  };
}

/** Tests the servers as they are stored. One that was paused because its sign-in was refused comes back where it works. */
export function testConnection(parts: Keyed): PageHandler {
  return async (account, { params, outside }) => {
    const id = params['id'] ?? '';
    const { address } = await readInboxForm(account, { id });
    const urls = await readServerUrls(parts, account, id);
    if (urls === null) {
      throw new Refusal(
        'invalid_state',
        'This inbox has no server yet. Enter one below, then test the connection.',
      );
    }
    const trial = await outside(() => tryServers(urls, address));
    if (trial.smtp.ok) await resumeSignedIn(account, { id });
    return inboxPage(parts, account, id, { errors: {}, trial });
  };
}

export async function remove(account: Account, { params }: Asked): Promise<Answer> {
  await removeInbox(account, { id: params['id'] ?? '' });
  return goTo('/sending-inboxes', 'inbox_removed');
}
