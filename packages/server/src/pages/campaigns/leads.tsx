import {
  type Account,
  addLead,
  type Campaign,
  type Lead,
  listLeads,
  moveLead,
  type NotNow,
  readCampaign,
  Refusal,
  retryFailed,
  stopLead,
  whyNotNow,
} from '@lodestone/core';

import { type Answer, goTo, type Shown } from '../answer.ts';
import { CampaignStatus, Status } from '../components/badge.tsx';
import { Card, Empty, PageTitle } from '../components/card.tsx';
import { Input } from '../components/field.tsx';
import { Pager } from '../components/pager.tsx';
import { Table } from '../components/table.tsx';
import { Tabs } from '../components/tabs.tsx';
import { Address } from '../components/text.tsx';
import { Moment } from '../figure.tsx';
import { type Asked, WORKS_FOR } from '../page.ts';
import { addressOf, choiceOf, offsetOf, textOf } from '../query.ts';

const LIMIT = 50;

/** Which leads the page lists, and what it calls them. */
const SHOWN = { all: 'All leads', failed: 'Email failed' };

export function showLeads(account: Account, asked: Asked): Promise<Answer> {
  return leadsPage(account, asked);
}

async function leadsPage(
  account: Account,
  { params, query }: Asked,
  refused?: { email: string; error: string },
): Promise<Shown> {
  const id = params['id'] ?? '';
  const offset = offsetOf(query);
  const show = choiceOf(query, 'show', ['all', 'failed']);
  const [campaign, { data, next_offset }] = await Promise.all([
    readCampaign(account, { id }),
    listLeads(account, { campaign_id: id, failed: show === 'failed', limit: LIMIT, offset }),
  ]);
  const reasons = await whyNotNow(account, { campaign_id: id, leads: data.map((lead) => lead.id) });
  const path = `/campaigns/${id}/leads`;
  return {
    title: `${refused ? 'Error: ' : ''}Leads of ${campaign.name}`,
    section: 'campaigns',
    status: refused ? 400 : 200,
    body: (
      <>
        <PageTitle
          up={{ path: `/campaigns/${id}`, label: campaign.name }}
          actions={<CampaignStatus>{campaign.status}</CampaignStatus>}
        >
          Leads
        </PageTitle>
        {campaign.status !== 'completed' && <AddLead path={path} {...refused} />}
        {[...reasons.values()].some((reason) => reason?.because === 'failed') && <FailedEmails path={path} />}
        <Tabs
          name="Leads"
          current={show}
          tabs={Object.entries(SHOWN).map(([value, label]) => ({
            value,
            label,
            path: addressOf(path, { show: value === 'all' ? '' : value }),
          }))}
        />
        <Card title={SHOWN[show]} aside={<span class="small muted">Newest first</span>}>
          {data.length === 0 ? (
            <None offset={offset} show={show} />
          ) : (
            <Table name="Leads" head={['Lead', 'Status', 'Next email', 'Waiting for', 'Joined', '']}>
              {data.map((lead) => (
                <LeadRow
                  key={lead.id}
                  lead={lead}
                  reason={reasons.get(lead.id) ?? null}
                  campaign={campaign}
                  path={path}
                />
              ))}
            </Table>
          )}
          <Pager
            path={path}
            query={query}
            limit={LIMIT}
            offset={offset}
            shown={data.length}
            next_offset={next_offset}
          />
        </Card>
      </>
    ),
  };
}

function None({ offset, show }: { offset: number; show: keyof typeof SHOWN }) {
  if (offset > 0) return <Empty title="Nothing on this page" />;
  if (show === 'failed') return <Empty title="No email failed" />;
  return (
    <Empty title="No leads yet">
      <p>The audience joins when the campaign starts.</p>
    </Empty>
  );
}

function AddLead({ path, email = '', error }: { path: string; email?: string; error?: string }) {
  return (
    <Card title="Add a lead">
      <form method="post" action={path} class="row low">
        <Input
          name="email"
          label="Email address of a subscriber"
          type="email"
          value={email}
          error={error}
          autoComplete="off"
          required
        />
        <button type="submit">Add</button>
      </form>
    </Card>
  );
}

function FailedEmails({ path }: { path: string }) {
  return (
    <Card title="Emails that failed">
      <p>
        Their leads get nothing more until you have the email tried again, stop them, or the campaign ends.
        Fix what was wrong first: fill in what a lead lacks, or edit the text.
      </p>
      <form method="post" action={`${path}/retry`}>
        <button type="submit">Try all of them again</button>
      </form>
    </Card>
  );
}

interface LeadRowProps {
  lead: Lead;
  reason: NotNow | null;
  campaign: Campaign;
  path: string;
}

function LeadRow({ lead, reason, campaign, path }: LeadRowProps) {
  const { id, email, subscriber_id, status, next, enrolled_at } = lead;
  const sendNext = reason?.because === 'failed' ? 'Try again' : 'Send next';
  return (
    <tr>
      <th scope="row">
        <a href={`/subscribers/${subscriber_id}`}>
          <Address>{email}</Address>
        </a>
        <div class="small">
          <a href={`/inbox/${id}`}>Conversation</a>
        </div>
      </th>
      <td>
        <Status>{status}</Status>
      </td>
      <td>
        {next === null ? (
          <span class="muted">none</span>
        ) : (
          <>
            Step {next.step}
            {next.due_at !== null && (
              <>
                , due <Moment value={next.due_at} />
              </>
            )}
          </>
        )}
      </td>
      <td class="long">
        <WhyNot reason={reason} />
      </td>
      <td>
        <Moment value={enrolled_at} />
      </td>
      <td>
        {status === 'active' && campaign.status !== 'completed' && (
          <div class="row">
            {next !== null && (
              <form method="post" action={`${path}/${id}/move`}>
                <button type="submit" class="quiet" aria-label={`${sendNext}: ${email}`}>
                  {sendNext}
                </button>
              </form>
            )}
            <form method="post" action={`${path}/${id}/stop`}>
              <button type="submit" class="quiet" aria-label={`Stop: ${email}`}>
                Stop
              </button>
            </form>
          </div>
        )}
      </td>
    </tr>
  );
}

/** Why nothing is sent to a lead now, in words. */
const REASONS = {
  ended: 'Nothing: the sequence is over for them.',
  unsubscribed: 'Nothing: they unsubscribed.',
  suppressed: 'Nothing: their address is suppressed.',
  replied: 'Nothing: they replied.',
  campaign_not_running: 'The campaign to run: it is not active.',
  in_doubt: 'Confirmation that their last email arrived.',
  tried_again_later: 'The mail server, which asked us to try again later.',
  failed: 'You: their email could not be sent.',
  out_of_office: 'Their return: they are out of office.',
  colleague_replied: 'A colleague of theirs, who replied.',
  not_due: 'The delay before this step.',
  no_inbox: 'An inbox that can send to them.',
  outside_window: 'The campaign’s next sending window.',
  campaign_limit: 'Tomorrow: the campaign’s daily limit is reached.',
  domain_limit: 'Tomorrow: enough emails went to addresses at their domain today.',
  inbox_limit: 'Tomorrow: the inbox’s daily capacity is reached.',
  gap: 'Its turn: the inbox leaves time between two emails.',
} satisfies Record<NotNow['because'], string>;

function WhyNot({ reason }: { reason: NotNow | null }) {
  if (reason === null) return <>Nothing: it goes out now.</>;
  return (
    <>
      {REASONS[reason.because]}
      {reason.failure && <> {reason.failure}</>}
      {reason.until !== null && (
        <>
          {' '}
          From <Moment value={reason.until} />.
        </>
      )}
    </>
  );
}

/** Adds a subscriber, who is known by their address. */
export async function addLeadByHand(account: Account, asked: Asked): Promise<Answer> {
  const campaign_id = asked.params['id'] ?? '';
  const email = textOf(asked.form, 'email');
  try {
    const { added } = await addLead(account, { campaign_id, email });
    return goTo(`/campaigns/${campaign_id}/leads`, added ? 'lead_added' : 'lead_known');
  } catch (error) {
    if (!(error instanceof Refusal) || error.code === 'not_found') throw error;
    return leadsPage(account, asked, { email, error: error.message });
  }
}

export async function stop(account: Account, { params }: Asked): Promise<Answer> {
  const campaign_id = params['id'] ?? '';
  await stopLead(account, { campaign_id, id: params['lead'] ?? '' });
  return goTo(`/campaigns/${campaign_id}/leads`, 'lead_stopped');
}

export async function tryFailedAgain(account: Account, { params }: Asked): Promise<Answer> {
  const campaign_id = params['id'] ?? '';
  const until = performance.now() + WORKS_FOR;
  let more;
  do ({ more } = await retryFailed(account, { campaign_id }));
  while (more && performance.now() < until);
  return goTo(`/campaigns/${campaign_id}/leads`, more ? 'failed_retried_some' : 'failed_retried');
}

export async function moveOn(account: Account, { params }: Asked): Promise<Answer> {
  const campaign_id = params['id'] ?? '';
  await moveLead(account, { campaign_id, id: params['lead'] ?? '' });
  return goTo(`/campaigns/${campaign_id}/leads`, 'lead_moved');
}
