import { type Account, readUnibox, type Unibox } from '@lodestone/core';

import type { Answer } from '../answer.ts';
import { IntentBars } from '../charts/intents.tsx';
import { Card, Empty, PageTitle } from '../components/card.tsx';
import { Stats } from '../components/stat.tsx';
import { CountStat } from '../figure.tsx';
import type { Asked } from '../page.ts';
import { ByCampaign } from './by-campaign.tsx';
import { filterOf } from './filter.ts';
import { IntentTabs } from './intent-tabs.tsx';
import { Keys } from './keys.tsx';
import { ListPane, readList } from './list-pane.tsx';

/** The reply inbox: the list, and beside it its figures with the split by intent and by campaign. */
export async function showInbox(account: Account, { query }: Asked): Promise<Answer> {
  const filter = filterOf(query);
  const [unibox, page] = [await readUnibox(account), await readList(account, filter)];
  const empty = unibox.latest.length === 0;
  return {
    title: 'Inbox',
    section: 'inbox',
    scripted: true,
    body: (
      <>
        <PageTitle actions={<Keys />}>Inbox</PageTitle>
        <Headline unibox={unibox} />
        <IntentTabs replies={unibox} filter={filter} />
        <div class="panes">
          {empty ? (
            <Card title="Conversations">
              <Empty title="No replies yet">
                <p>
                  Replies to your campaigns arrive here.{' '}
                  <a href="/campaigns">See which campaigns are sending.</a>
                </p>
              </Empty>
            </Card>
          ) : (
            <ListPane page={page} filter={filter} />
          )}
          <Card
            title="Replies by intent"
            aside={unibox.by_campaign.length > 0 && <a href="#by-campaign">By campaign</a>}
          >
            <IntentBars at="by_intent" intents={unibox.by_intent} />
          </Card>
        </div>
        <ByCampaign campaigns={unibox.by_campaign} />
        {unibox.inbox_messages > unibox.campaign_reply_messages && (
          <p class="small">
            <a href="/inbox/unmatched">Emails not matched to a campaign</a>
          </p>
        )}
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
        meaning="Every email received in the connected inboxes, whether or not it belongs to a campaign."
      />
      <CountStat
        label="Campaign replies"
        at="campaign_reply_messages"
        value={unibox.campaign_reply_messages}
        meaning="The emails among them that were matched to a campaign."
      />
      <CountStat
        label="Leads who replied"
        at="replies"
        value={unibox.replies}
        meaning="Leads who sent a reply, converted, or were classified by intent. Each counts once per campaign."
      />
      <CountStat
        label="Awaiting classification"
        at="awaiting_classification"
        value={unibox.awaiting_classification}
        meaning="Leads who replied and have no intent yet."
      />
    </Stats>
  );
}
