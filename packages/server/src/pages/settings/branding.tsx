import {
  type Account,
  type BrandingEdit,
  editBranding,
  LARGEST_LOGO,
  readBranding,
  Refusal,
  removeLogo,
  setLogo,
} from '@lodestone/core';

import { type Answer, goTo, type Shown } from '../answer.ts';
import { Card, PageTitle } from '../components/card.tsx';
import { Choices, Input, TextArea } from '../components/field.tsx';
import { fieldErrors } from '../field-errors.ts';
import { readUpload } from '../magnets/upload.ts';
import type { Asked } from '../page.ts';
import { textOf } from '../query.ts';
import { SettingsTabs } from './tabs.tsx';

/** How the account shows itself on its public pages and in its emails. */
export async function showBranding(account: Account): Promise<Answer> {
  return brandingPage(account, await brandingOf(account));
}

async function brandingOf(account: Account): Promise<BrandingEdit> {
  const { sender, color, postal_address, track_opens, track_clicks } = await readBranding(account);
  return {
    brand_name: sender,
    brand_color: color ?? '',
    postal_address: postal_address ?? '',
    track_opens,
    track_clicks,
  };
}

export async function saveBranding(account: Account, { form }: Asked): Promise<Answer> {
  const values: BrandingEdit = {
    brand_name: textOf(form, 'brand_name'),
    brand_color: textOf(form, 'brand_color'),
    postal_address: (form.get('postal_address') ?? '').replaceAll('\r\n', '\n'),
    track_opens: form.getAll('tracking').includes('opens'),
    track_clicks: form.getAll('tracking').includes('clicks'),
  };
  try {
    await editBranding(account, values);
  } catch (error) {
    return brandingPage(account, values, fieldErrors(error));
  }
  return goTo('/settings/branding', 'branding_saved');
}

/** `POST /settings/branding/logo`: a picture, or none with the other button. */
export async function saveLogo(account: Account, { request, query }: Asked): Promise<Answer> {
  if (query.get('remove') === 'yes') {
    request.resume();
    await removeLogo(account);
    return goTo('/settings/branding', 'branding_saved');
  }
  const { file } = await readUpload(request);
  try {
    if (file === null) throw new Refusal('invalid_parameter', 'Choose a picture.', 'logo');
    await setLogo(account, await bytesOf(file.bytes));
  } catch (error) {
    file?.bytes.resume();
    if (!(error instanceof Refusal) || error.field === undefined) throw error;
    return brandingPage(account, await brandingOf(account), { logo: error.message });
  }
  return goTo('/settings/branding', 'branding_saved');
}

/** As much of a file as says that it is too large. */
async function bytesOf(file: AsyncIterable<Buffer>): Promise<Buffer> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of file) {
    parts.push(part);
    size += part.length;
    if (size > LARGEST_LOGO) break;
  }
  return Buffer.concat(parts);
}

async function brandingPage(
  account: Account,
  values: BrandingEdit,
  errors: Readonly<Record<string, string>> = {},
): Promise<Shown> {
  const refused = Object.keys(errors).length > 0;
  const { logo } = await readBranding(account);
  return {
    title: refused ? 'Error: Branding' : 'Branding',
    section: 'settings',
    status: refused ? 400 : 200,
    body: (
      <>
        <PageTitle>Settings</PageTitle>
        <SettingsTabs current="branding" />
        <Card title="Public pages and emails">
          <form method="post" action="/settings/branding" class="stack">
            <Input
              name="brand_name"
              label="Name"
              hint="What subscribers see on capture pages and in emails."
              value={values.brand_name}
              error={errors['brand_name']}
              maxLength={200}
            />
            <Input
              name="brand_color"
              label="Colour"
              hint="Such as #2f76a8. Leave empty for the default."
              value={values.brand_color}
              error={errors['brand_color']}
              maxLength={7}
            />
            <TextArea
              name="postal_address"
              label="Postal address"
              hint="Shown in the footer of every email. Many countries require one in commercial email."
              value={values.postal_address}
              error={errors['postal_address']}
              rows={3}
              maxLength={500}
            />
            <Choices
              name="tracking"
              label="Tracking"
              choices={[
                { value: 'opens', label: 'Track opens', checked: values.track_opens },
                { value: 'clicks', label: 'Track clicks', checked: values.track_clicks },
              ]}
            />
            <button type="submit" class="primary">
              Save
            </button>
          </form>
        </Card>
        <LogoCard logo={logo} error={errors['logo']} />
      </>
    ),
  };
}

function LogoCard({ logo, error }: { logo: string | null; error: string | undefined }) {
  return (
    <Card title="Logo" id="logo">
      {logo !== null && (
        <p>
          <img src={logo} alt="Your logo" class="own-logo" />
        </p>
      )}
      <form method="post" action="/settings/branding/logo" encType="multipart/form-data" class="stack">
        <div class="field">
          <label for="logo-file">Picture</label>
          <span class="hint" id="logo-hint">
            PNG, JPEG or WebP, up to 200 kB. Shown on your public pages, at up to 192 × 56 pixels.
          </span>
          <input
            type="file"
            id="logo-file"
            name="logo"
            accept="image/png,image/jpeg,image/webp"
            aria-describedby={error === undefined ? 'logo-hint' : 'logo-hint logo-error'}
          />
          {error !== undefined && (
            <span class="error" id="logo-error">
              {error}
            </span>
          )}
        </div>
        <div class="row">
          <button type="submit">Save logo</button>
          {logo !== null && (
            <button type="submit" class="quiet" formAction="/settings/branding/logo?remove=yes">
              Remove logo
            </button>
          )}
        </div>
      </form>
    </Card>
  );
}
