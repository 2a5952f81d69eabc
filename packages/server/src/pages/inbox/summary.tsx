import { type Account, readUnibox, type Unibox } from '@lodestone/core';

import type { Answer } from '../answer.ts';
import { IntentBars } from '../charts/intents.tsx';
import { Card, Empty, PageTitle } from '../components/card.tsx';
import { Stats } from '../components/stat.tsx';
import { CountStat } from '../figure.tsx';
import { ByCampaign } from './by-campaign.tsx';
import { Latest } from './latest.tsx';

/** The reply inbox: its figures, the split by intent and by campaign, and the latest conversations. */
export async function showInbox(account: Account): Promise<Answer> {
  const unibox = await readUnibox(account);
  return {
    title: 'Inbox',
    section: 'inbox',
    body: (
      <>
        <PageTitle>Inbox</PageTitle>
        <Headline unibox={unibox} />
        <div class="columns thread-columns">
          <Card title="Latest conversations">
            {unibox.latest.length === 0 ? (
              <Empty title="No replies yet">
                <p>
                  Replies to your campaigns arrive here.{' '}
                  <a href="/campaigns">See which campaigns are sending.</a>
                </p>
              </Empty>
            ) : (
              <Latest conversations={unibox.latest} />
            )}
          </Card>
          <Card
            title="Replies by intent"
            aside={unibox.by_campaign.length > 0 && <a href="#by-campaign">By campaign</a>}
          >
            <IntentBars at="by_intent" intents={unibox.by_intent} />
          </Card>
        </div>
        <ByCampaign campaigns={unibox.by_campaign} />
      </>
    ),
  };
}

function Headline({ unibox }: { unibox: Unibox }) {
  return (
    <Stats>
      <CountStat
        label="Messages"
        at="inbox_messages"
        value={unibox.inbox_messages}
        meaning="Every mail pulled from the connected inboxes, matched to a campaign or not."
      />
      <CountStat
        label="Campaign replies"
        at="campaign_reply_messages"
        value={unibox.campaign_reply_messages}
        meaning="Of those, only the mails that were matched to a campaign."
      />
      <CountStat
        label="Leads who replied"
        at="replies"
        value={unibox.replies}
        meaning="Leads who replied: by text, by converting, or as classified. Each counts once a campaign."
      />
      <CountStat
        label="Awaiting classification"
        at="awaiting_classification"
        value={unibox.awaiting_classification}
        meaning="Leads who replied and whose intent nobody has set yet."
      />
    </Stats>
  );
}
