import {
  type Account,
  changeMagnetStatus,
  duplicateMagnet,
  editMagnet,
  type MagnetContent,
  readBranding,
  Refusal,
  setAssetLink,
  storeAsset,
} from '@lodestone/core';

import { goTo } from '../answer.ts';
import { fieldErrors } from '../field-errors.ts';
import type { PageHandler } from '../page.ts';
import { textOf } from '../query.ts';
import { magnetPage } from './detail.tsx';
import { type EditValues, typedIn } from './edit-form.tsx';
import { STATUSES } from './status-form.tsx';
import { previewHtml } from './preview.tsx';
import { checkTemplates, previewOf, previewOrError } from './templates.ts';
import { type SendTest, wantsToPublish } from './test.ts';
import { readUpload, type Upload } from './upload.ts';

/** What a form says, for core to judge: it names the values that it knows. */
export function contentOf(values: EditValues): MagnetContent {
  return values as EditValues & Pick<MagnetContent, 'kind' | 'opt_in'>;
}

/** `POST /magnets/:id`: saves what was typed; with the other button it is tested and published, too. */
export const saveMagnet =
  (sendTest: SendTest): PageHandler =>
  async (account, asked) => {
    const id = asked.params['id'] ?? '';
    const values = typedIn(asked.form);
    try {
      await checkTemplates(values);
      await editMagnet(account, { id, ...contentOf(values) });
    } catch (error) {
      return magnetPage(account, asked, { values, errors: fieldErrors(error) });
    }
    if (wantsToPublish(asked)) return sendTest(account, { id, publish: true }, asked);
    return goTo(`/magnets/${id}`, 'magnet_saved');
  };

/** `POST /magnets/:id/preview`: the email to a sample lead, as it was typed. Nothing is saved. */
export const previewMagnet: PageHandler = async (account, asked) => {
  const values = typedIn(asked.form);
  try {
    const { sender } = await readBranding(account);
    return await magnetPage(account, asked, { values, preview: await previewOf(values, sender) });
  } catch (error) {
    return magnetPage(account, asked, { values, errors: fieldErrors(error) });
  }
};

/** `POST /magnets/preview`: the preview alone, for the page to show while somebody writes. Nothing is saved. */
export const livePreview: PageHandler = async (account, { form }) => {
  const { sender } = await readBranding(account);
  const html = previewHtml(await previewOrError(typedIn(form), sender));
  return {
    serve: async (_request, response) => {
      response.type('html').send(html);
    },
  };
};

/** `POST /magnets/:id/asset`: a file as it comes, or a link; with the other button the magnet is tested and published, too. */
export const saveAsset =
  (sendTest: SendTest): PageHandler =>
  async (account, asked) => {
    const id = asked.params['id'] ?? '';
    const upload = await readUpload(asked.request);
    const refused = await keepAsset(account, id, upload);
    if (refused) return magnetPage(account, asked, { asset: refused });
    if (wantsToPublish(asked)) return sendTest(account, { id, publish: true }, asked);
    return goTo(`/magnets/${id}#asset`, 'asset_saved');
  };

/** Gives a magnet the file or the link of a form. @returns what is wrong with them, to be shown beside the field */
export async function keepAsset(
  account: Account,
  id: string,
  { fields, file }: Upload,
): Promise<{ error: string; url: string } | undefined> {
  const url = textOf(fields, 'asset_url');
  try {
    if (file) await storeAsset(account, { id, ...file });
    else await setAssetLink(account, { id, url });
  } catch (error) {
    file?.bytes.resume();
    if (!(error instanceof Refusal) || error.field === undefined) throw error;
    return { error: error.message, url };
  }
  return undefined;
}

/** `POST /magnets/:id/duplicate` */
export const duplicate: PageHandler = async (account, { params }) => {
  const { id } = await duplicateMagnet(account, { id: params['id'] ?? '' });
  return goTo(`/magnets/${id}`, 'magnet_duplicated');
};

/** `POST /magnets/:id/status` */
export const saveStatus: PageHandler = async (account, asked) => {
  const id = asked.params['id'] ?? '';
  const wanted = textOf(asked.form, 'status');
  const status = STATUSES.find((status) => status === wanted);
  try {
    if (status === undefined) throw new Refusal('invalid_parameter', `Choose one of ${STATUSES.join(', ')}.`);
    await changeMagnetStatus(account, { id, status });
  } catch (error) {
    if (!(error instanceof Refusal) || error.code === 'not_found') throw error;
    return magnetPage(account, asked, { status: { wanted, error: messageOf(error) } });
  }
  return goTo(`/magnets/${id}`, 'magnet_status');
};

/** The rule's message speaks to callers of the API, who cannot send a test; here the button stands below. */
function messageOf(refusal: Refusal): string {
  return refusal.code === 'test_send_required' ? 'Not published yet. Send a test first.' : refusal.message;
}
