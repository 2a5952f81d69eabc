import { type Account, createCampaign, Refusal } from '@lodestone/core';

import { type Answer, goTo, type Shown } from '../answer.ts';
import { Card, PageTitle } from '../components/card.tsx';
import { Input } from '../components/field.tsx';
import type { Asked } from '../page.ts';
import { textOf } from '../query.ts';

/** A new campaign begins with its name; the rest is its editor's. */
export async function showNewCampaign(): Promise<Answer> {
  return newPage('');
}

export async function makeCampaign(account: Account, { form }: Asked): Promise<Answer> {
  const name = textOf(form, 'name');
  try {
    const { id } = await createCampaign(account, {
      name,
      audience: {},
      steps: [{ delay_days: 0, variants: [{ label: 'A', subject: '', body: '' }] }],
    });
    return goTo(`/campaigns/${id}/edit`);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return newPage(name, error.message);
  }
}

function newPage(name: string, error?: string): Shown {
  return {
    title: error === undefined ? 'New campaign' : 'Error: New campaign',
    section: 'campaigns',
    status: error === undefined ? 200 : 400,
    body: (
      <>
        <PageTitle up={{ path: '/campaigns', label: 'Campaigns' }}>New campaign</PageTitle>
        <Card title="Begin with a name">
          <form method="post" action="/campaigns/new" class="stack">
            <Input
              name="name"
              label="Name"
              hint="Only you see it. For example: “Agencies, autumn”."
              value={name}
              error={error}
              required
              maxLength={200}
              autoComplete="off"
            />
            <button type="submit" class="primary">
              Continue
            </button>
          </form>
        </Card>
      </>
    ),
  };
}
