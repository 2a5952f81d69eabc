import { type Account, type Dashboard, readMe, readUser, type Session } from '@lodestone/core';

import { Badge } from '../components/badge.tsx';
import { Card } from '../components/card.tsx';

interface Beginning {
  totals: Awaited<ReturnType<typeof readMe>>['totals'];
  /** Whether the user could sign in again without another link. */
  has_password: boolean;
}

/** What an account has of what it begins with; null for one that has sent something, or has a campaign. */
export async function readBeginning(
  account: Account,
  { kpis }: Dashboard,
  campaigns: readonly unknown[],
  session: Session,
): Promise<Beginning | null> {
  if (campaigns.length + kpis.sent > 0) return null;
  const { totals } = await readMe(account, { key: null });
  if (totals.campaigns > 0) return null;
  const { has_password } = await readUser(account, session);
  return { totals, has_password };
}

/** The way to a first campaign, and how far along it the account is. */
export function GettingStarted({ totals, has_password }: Beginning) {
  const connected = totals.email_accounts > 0;
  const audience = totals.subscribers + totals.magnets > 0;
  return (
    <Card title="Getting started">
      <ol class="stack tight">
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
        {!has_password && (
          <li>
            <a href="/settings/sign-in">Set a password</a>, so that you can sign in again without a link.
          </li>
        )}
      </ol>
    </Card>
  );
}

function Done({ when }: { when: boolean }) {
  return when ? <Badge tone="good">Done</Badge> : null;
}
