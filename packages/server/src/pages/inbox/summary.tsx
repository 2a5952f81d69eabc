import { type Account, readReplies } from '@lodestone/core';

import type { Answer } from '../answer.ts';
import { IntentBars } from '../charts/intents.tsx';
import { Card, Empty, Folded, PageTitle } from '../components/card.tsx';
import { Stats } from '../components/stat.tsx';
import { CountStat } from '../figure.tsx';
import type { Asked } from '../page.ts';
import { ByCampaign } from './by-campaign.tsx';
import { filterOf } from './filter.ts';
import { IntentTabs } from './intent-tabs.tsx';
import { Keys } from './keys.tsx';
import { ListPane, readList } from './list-pane.tsx';

type Replies = Awaited<ReturnType<typeof readReplies>>;

/** The reply inbox: the list, and beside it its figures with the split by intent and by campaign. */
export async function showInbox(account: Account, { query }: Asked): Promise<Answer> {
  const filter = filterOf(query);
  const [replies, page] = await Promise.all([readReplies(account), readList(account, filter)]);
  const empty = replies.campaign_reply_messages + replies.replies + page.data.length === 0;
  return {
    title: 'Inbox',
    section: 'inbox',
    scripted: !empty,
    body: empty ? (
      <>
        <PageTitle>Inbox</PageTitle>
        <NoReplies />
        <Folded when={replies.inbox_messages === 0} because="no email was received yet">
          <Headline replies={replies} />
        </Folded>
      </>
    ) : (
      <>
        <PageTitle actions={<Keys />}>Inbox</PageTitle>
        <Headline replies={replies} />
        <IntentTabs replies={replies} filter={filter} />
        <div class="panes">
          <ListPane page={page} filter={filter} />
          <Card
            title="Replies by intent"
            aside={replies.by_campaign.length > 0 && <a href="#by-campaign">By campaign</a>}
          >
            <IntentBars at="by_intent" intents={replies.by_intent} />
          </Card>
        </div>
        <ByCampaign campaigns={replies.by_campaign} />
      </>
    ),
  };
}

function NoReplies() {
  return (
    <Card title="Conversations">
      <Empty title="No replies yet">
        <p>Replies to your campaigns arrive here.</p>
        <a href="/campaigns" class="button">
          See your campaigns
        </a>
      </Empty>
    </Card>
  );
}

function Headline({ replies }: { replies: Replies }) {
  return (
    <Stats>
      <CountStat
        label="Messages"
        at="inbox_messages"
        value={replies.inbox_messages}
        meaning="Every email received in the connected inboxes, whether or not it belongs to a campaign."
      >
        {replies.inbox_messages > replies.campaign_reply_messages && (
          <a href="/inbox/unmatched">See unmatched emails</a>
        )}
      </CountStat>
      <CountStat
        label="Campaign replies"
        at="campaign_reply_messages"
        value={replies.campaign_reply_messages}
        meaning="The emails among them that were matched to a campaign."
      />
      <CountStat
        label="Leads who replied"
        at="replies"
        value={replies.replies}
        meaning="Leads who sent a reply, converted, or were classified by intent. Each counts once per campaign."
      />
      <CountStat
        label="Unclassified"
        at="awaiting_classification"
        value={replies.awaiting_classification}
        meaning="Leads who replied and have no intent yet."
      />
    </Stats>
  );
}
