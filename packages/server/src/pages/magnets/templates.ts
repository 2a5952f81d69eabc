import { MAGNET_FIELDS, Refusal } from '@lodestone/core';
import { checkTemplate, renderTemplate } from '@lodestone/mail';

const FIELDS = ['delivery_subject', 'delivery_body'] as const;

/** What a magnet's email is made of, as it was typed. */
interface Typed {
  title: string;
  delivery_subject: string;
  delivery_body: string;
}

/** A lead whom a preview is written to. */
const SAMPLE = { first_name: 'Alex', last_name: 'Example' };

/** An email as a sample lead would get it. */
export interface Preview {
  subject: string;
  text: string;
}

/** @throws Refusal `invalid_parameter` with the field and the place of the first thing that is wrong with a template */
export async function checkTemplates(values: Typed): Promise<void> {
  for (const field of FIELDS) {
    const [problem] = await checkTemplate(values[field], MAGNET_FIELDS);
    if (!problem) continue;
    const { line, column, message } = problem;
    throw new Refusal('invalid_parameter', `Line ${line}, column ${column}: ${message}`, field);
  }
}

/** An email as a sample lead would get it, or what is wrong with it. */
export type Previewed = Preview | { error: string };

/** The same, for a page that shows what is wrong in the place of the preview. */
export async function previewOrError(values: Typed, sender: string): Promise<Previewed> {
  try {
    return await previewOf(values, sender);
  } catch (error) {
    if (!(error instanceof Refusal) || error.field === undefined) throw error;
    const where = error.field === 'delivery_subject' ? 'Subject' : 'Text';
    return { error: `${where}: ${error.message}` };
  }
}

/** @throws Refusal `invalid_parameter`, as `checkTemplates` */
export async function previewOf(values: Typed, sender: string): Promise<Preview> {
  await checkTemplates(values);
  const fields = {
    ...SAMPLE,
    magnet_title: values.title,
    sender_name: sender,
    download_url: 'https://example.com/the-link-to-the-file',
  };
  const fill = async (field: (typeof FIELDS)[number]) =>
    (await renderTemplate(values[field], fields, { seed: 'preview' })).text;
  return { subject: await fill('delivery_subject'), text: await fill('delivery_body') };
}
