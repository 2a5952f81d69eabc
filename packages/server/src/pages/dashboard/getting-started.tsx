import { type Account, type Dashboard, readMe } from '@lodestone/core';

import { Badge } from '../components/badge.tsx';
import { Card } from '../components/card.tsx';

type Totals = Awaited<ReturnType<typeof readMe>>['totals'];

/** What an account has of what it begins with; null for one that has sent something, or has a campaign. */
export async function readBeginning(
  account: Account,
  { kpis }: Dashboard,
  campaigns: readonly unknown[],
): Promise<Totals | null> {
  if (campaigns.length + kpis.sent > 0) return null;
  const { totals } = await readMe(account, { key: null });
  return totals.campaigns > 0 ? null : totals;
}

/** The way to a first campaign, and how far along it the account is. */
export function GettingStarted({ totals }: { totals: Totals }) {
  const connected = totals.email_accounts > 0;
  const audience = totals.subscribers + totals.magnets > 0;
  return (
    <Card title="Getting started">
      <ol class="begin">
        <li>
          <a href="/sending-inboxes/connect">Connect an inbox</a> to send from. <Done when={connected} />
        </li>
        <li>
          <a href="/subscribers/import">Import subscribers</a>, or <a href="/magnets/new">make a magnet</a>{' '}
          that they sign up for. <Done when={audience} />
        </li>
        <li>
          <a href="/campaigns/new">Create a campaign</a> that emails them.
        </li>
      </ol>
    </Card>
  );
}

function Done({ when }: { when: boolean }) {
  return when ? <Badge tone="good">Done</Badge> : null;
}
