import { type Account, assetLinkOf, createMagnet, FIRST_DELIVERY, readBranding } from '@lodestone/core';

import { goTo, type Shown } from '../answer.ts';
import { PageTitle } from '../components/card.tsx';
import { fieldErrors } from '../field-errors.ts';
import type { Asked, PageHandler } from '../page.ts';
import { textOf } from '../query.ts';
import { magnetPage, senderChoices } from './detail.tsx';
import { EditForm, type EditErrors, type EditValues, typedIn } from './edit-form.tsx';
import { checkTemplates, type Preview, previewOf } from './templates.ts';
import { type SendTest, wantsToPublish } from './test.ts';
import { readUpload, type Upload } from './upload.ts';
import { contentOf, keepAsset } from './writes.ts';

/** What a new magnet begins with, besides who sends it. */
const BEGINNING: Omit<EditValues, 'email_account_id'> = {
  title: '',
  slug: '',
  kind: 'guide',
  description: '',
  opt_in: 'double',
  ...FIRST_DELIVERY,
};

/** `GET /magnets/new`: from an inbox that sends, where there is one, since what it sends arrives. */
export async function showNewMagnet(account: Account, asked: Asked): Promise<Shown> {
  const first = (await senderChoices(account, asked)).find(({ sending }) => sending);
  return newMagnetPage(account, asked, { values: { ...BEGINNING, email_account_id: first?.id ?? '' } });
}

/** `POST /magnets`: a draft or, with the other button, a magnet that is tested and published at once. */
export const makeMagnet =
  (sendTest: SendTest): PageHandler =>
  async (account, asked) => {
    const upload = await uploadOf(asked);
    const values = typedIn(upload.fields);
    const url = textOf(upload.fields, 'asset_url');
    let id: string;
    try {
      await checkTemplates(values);
      assetLinkOf(url);
      ({ id } = await createMagnet(account, contentOf(values)));
    } catch (error) {
      upload.file?.bytes.resume();
      return newMagnetPage(account, asked, { values, errors: fieldErrors(error), url });
    }
    // From here on the magnet is there: what is wrong with its file is said on its own page.
    const empty = url === '' && upload.file === null;
    const refused = empty ? undefined : await keepAsset(account, id, upload);
    if (refused) return magnetPage(account, { ...asked, params: { id } }, { asset: refused });
    if (wantsToPublish(asked)) return sendTest(account, { id, publish: true }, asked);
    return empty
      ? goTo(`/magnets/${id}#asset`, 'magnet_made')
      : goTo(`/magnets/${id}#test`, 'magnet_made_whole');
  };

/** `POST /magnets/new/preview`: the email to a sample lead, as it was typed. A file has to be chosen again. */
export const previewNewMagnet: PageHandler = async (account, asked) => {
  const { fields, file } = await uploadOf(asked);
  file?.bytes.resume();
  const values = typedIn(fields);
  const url = textOf(fields, 'asset_url');
  try {
    const { sender } = await readBranding(account);
    return await newMagnetPage(account, asked, { values, url, preview: await previewOf(values, sender) });
  } catch (error) {
    return newMagnetPage(account, asked, { values, errors: fieldErrors(error), url });
  }
};

/** The form as it comes with a file, or as one without. */
async function uploadOf({ request, form }: Asked): Promise<Upload> {
  const several = request.is('multipart/form-data') === 'multipart/form-data';
  return several ? readUpload(request) : { fields: form, file: null };
}

interface Filled {
  values: EditValues;
  errors?: EditErrors & { asset_url?: string };
  url?: string;
  preview?: Preview;
}

async function newMagnetPage(
  account: Account,
  asked: Asked,
  { values, errors = {}, url = '', preview }: Filled,
): Promise<Shown> {
  const senders = await senderChoices(account, asked);
  return {
    title: 'New magnet',
    section: 'magnets',
    status: Object.keys(errors).length === 0 ? 200 : 400,
    scripted: true,
    body: (
      <>
        <PageTitle up={{ path: '/magnets', label: 'Magnets' }}>New magnet</PageTitle>
        <div class="reading">
          <EditForm
            action="/magnets"
            title="Content"
            button="Save as draft"
            preview={{ action: '/magnets/new/preview', shown: preview }}
            publishes
            asset={{ url, error: errors.asset_url }}
            values={values}
            errors={errors}
            senders={senders}
          />
        </div>
      </>
    ),
  };
}
