import { type Account, editProfile, LONGEST_ACCOUNT_NAME, type Profile, readProfile } from '@lodestone/core';

import { type Answer, goTo, type Shown } from '../answer.ts';
import { Card, PageTitle } from '../components/card.tsx';
import { Input } from '../components/field.tsx';
import { fieldErrors } from '../field-errors.ts';
import type { Asked } from '../page.ts';
import { textOf } from '../query.ts';
import { SettingsTabs } from './tabs.tsx';

/** What the account is called, and where its owner is written to. */
export async function showAccount(account: Account): Promise<Answer> {
  return accountPage(await readProfile(account));
}

export async function saveAccount(account: Account, { form }: Asked): Promise<Answer> {
  const profile = { name: textOf(form, 'name'), email: textOf(form, 'email') };
  try {
    await editProfile(account, profile);
  } catch (error) {
    return accountPage(profile, fieldErrors(error));
  }
  return goTo('/settings/account', 'account_saved');
}

function accountPage(profile: Profile, errors: Partial<Record<string, string>> = {}): Shown {
  const refused = Object.keys(errors).length > 0;
  return {
    title: refused ? 'Error: Account' : 'Account',
    section: 'settings',
    status: refused ? 400 : 200,
    body: (
      <>
        <PageTitle>Settings</PageTitle>
        <SettingsTabs current="account" />
        <Card title="Account">
          <form method="post" action="/settings/account" class="stack">
            <Input
              name="name"
              label="Account name"
              hint="Subscribers see it too, unless you set another name under Branding."
              value={profile.name}
              error={errors['name']}
              required
              maxLength={LONGEST_ACCOUNT_NAME}
              autoComplete="off"
            />
            <Input
              name="email"
              label="Account email"
              hint="Emails that do not go through a sending inbox are sent from it. Your own sign-in email is not affected."
              type="email"
              value={profile.email}
              error={errors['email']}
              required
              maxLength={320}
              autoComplete="off"
            />
            <button type="submit" class="primary">
              Save
            </button>
          </form>
        </Card>
      </>
    ),
  };
}
