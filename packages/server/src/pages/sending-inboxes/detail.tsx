import {
  type Account,
  fromWire,
  type InboxForm,
  latestBlamed,
  readDomainChecks,
  readInboxForm,
  readSyncFailure,
} from '@lodestone/core';

import type { Answer, Shown } from '../answer.ts';
import { InboxStatus } from '../components/badge.tsx';
import { Card, Fact, Facts, Note, PageTitle } from '../components/card.tsx';
import { Address, Text } from '../components/text.tsx';
import { Moment } from '../figure.tsx';
import type { Asked } from '../page.ts';
import { BlamedCard } from './blamed.tsx';
import { DomainCard } from './domain.tsx';
import { StatusButton } from './status-button.tsx';
import { ServerFields } from './server-fields.tsx';
import { type ServerErrors, type ServerValues, type Trial } from './servers.ts';
import { type SettingsErrors, SettingsFields, type SettingsValues } from './settings-fields.tsx';
import { type Keyed, storedServers } from './stored-servers.ts';
import { PauseCard, readInboxPause } from './system-pause.tsx';
import { TrialResult } from './trial.tsx';

/** What a refused form, or a test, is shown again with. */
export interface Outcome {
  errors: ServerErrors & SettingsErrors;
  servers?: ServerValues;
  settings?: SettingsValues;
  trial?: Trial;
}

export function showInbox(keyed: Keyed) {
  return (account: Account, { params }: Asked): Promise<Answer> =>
    inboxPage(keyed, account, params['id'] ?? '');
}

/** One inbox: its servers, how it sends, and what can be done with it. */
export async function inboxPage(
  keyed: Keyed,
  account: Account,
  id: string,
  outcome: Outcome = { errors: {} },
): Promise<Shown> {
  const inbox = await readInboxForm(account, { id });
  const pause = await readInboxPause(account, id);
  const inDomain = await readDomainChecks(account, { id });
  const unread = inbox.imap_server === null ? null : await readSyncFailure(account, { id });
  const blamed = await latestBlamed(account, fromWire('eml', id) ?? '');
  const { errors, trial, settings = valuesOf(inbox) } = outcome;
  const servers = outcome.servers ?? (await storedServers(keyed, account, inbox));
  return {
    title: inbox.address,
    section: 'sending-inboxes',
    scripted: true,
    status: Object.keys(errors).length > 0 ? 400 : 200,
    body: (
      <>
        <PageTitle
          up={{ path: '/sending-inboxes', label: 'Sending inboxes' }}
          actions={
            <>
              <InboxStatus status={inbox.status} system_pause={pause} />
              {inbox.status !== 'disconnected' && <StatusButton inbox={inbox} from="inbox" />}
            </>
          }
        >
          <Address>{inbox.address}</Address>
        </PageTitle>
        {trial && <TrialResult trial={trial} />}
        {pause && (
          <PauseCard id={id} pause={pause} connected={inbox.smtp_server !== null} checks={inDomain.checks} />
        )}
        <div class="columns">
          <div class="stack">
            <Connection inbox={inbox} unread={unread} />
            <Card
              title={inbox.smtp_server === null ? 'Connect this inbox' : 'New password or servers'}
              id="servers"
            >
              <form method="post" action={`/sending-inboxes/${id}/servers`} class="stack">
                <ServerFields values={servers} errors={errors} again={outcome.servers !== undefined} />
                <button type="submit">Test and save</button>
              </form>
            </Card>
          </div>
          <div class="stack">
            <Card title="Sending">
              <form method="post" action={`/sending-inboxes/${id}`} class="stack">
                <SettingsFields values={settings} errors={errors} />
                <button type="submit" class="primary">
                  Save
                </button>
              </form>
            </Card>
            <DomainCard id={id} inDomain={inDomain} connected={inbox.smtp_server !== null} />
            {blamed.length > 0 && <BlamedCard mails={blamed} />}
          </div>
        </div>
      </>
    ),
  };
}

function Connection({
  inbox: { id, smtp_server, imap_server },
  unread,
}: {
  inbox: InboxForm;
  /** Why it cannot be read; null while it can. */
  unread: { since: string; reason: string } | null;
}) {
  return (
    <Card title="Connection" id="connection">
      {unread && (
        <Note tone="bad">
          <p>
            Reading it has failed since <Moment value={unread.since} />:{' '}
            <Text most={300}>{unread.reason}</Text>
          </p>
        </Note>
      )}
      <Facts>
        <Fact name="SMTP">{smtp_server ?? 'Not connected'}</Fact>
        <Fact name="IMAP">{imap_server ?? 'Not connected (replies and bounces are not read)'}</Fact>
        <Fact name="Id">
          <code>{id}</code>
        </Fact>
      </Facts>
      <div class="row">
        {smtp_server !== null && (
          <form method="post" action={`/sending-inboxes/${id}/test`}>
            <button type="submit">Test connection</button>
          </form>
        )}
        <a href={`/sending-inboxes/${id}/remove`} class="button danger">
          Remove inbox
        </a>
      </div>
    </Card>
  );
}

function valuesOf({
  display_name,
  daily_capacity,
  gap_from,
  gap_to,
  warmup,
  signature,
}: InboxForm): SettingsValues {
  return {
    display_name: display_name ?? '',
    daily_capacity: String(daily_capacity),
    gap_from: String(gap_from),
    gap_to: String(gap_to),
    warmup,
    signature: signature ?? '',
  };
}
