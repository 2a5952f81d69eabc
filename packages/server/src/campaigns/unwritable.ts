import { type Account, fieldNames, type StepDraft } from '@lodestone/core';
import { checkTemplate, renderTemplate, type TemplateProblem } from '@lodestone/mail';

/** What every template may use, besides the fields that the account's leads have. */
const BUILT_IN = ['first_name', 'last_name', 'email', 'sender_name'];

/** All that a template of the account's campaigns may use. */
export async function templateFields(account: Account): Promise<string[]> {
  return [...BUILT_IN, ...(await fieldNames(account))];
}

/** A text of a campaign by which no email can be written. */
export interface Unwritable {
  /** `steps[0].variants[0].subject` */
  field: string;
  /** Which text it is, what is wrong with it, and where in it. */
  message: string;
}

interface Options {
  /** Whether a field that nobody has is no fault: a draft may be written before the leads come who have it. */
  leadsToCome?: boolean;
}

/**
 * The texts of a campaign by which no email can be written: the template is wrong, or wants a field that nobody has.
 * @param known see `templateFields`
 */
export async function unwritable(
  steps: readonly Pick<StepDraft, 'variants'>[],
  known: readonly string[],
  { leadsToCome = false }: Options = {},
): Promise<Unwritable[]> {
  const found: Unwritable[] = [];
  for (const [step, { variants }] of steps.entries()) {
    for (const [nth, { label, ...texts }] of variants.entries()) {
      for (const part of ['subject', 'body'] as const) {
        const problem = await stopping(texts[part], known, leadsToCome);
        if (problem === undefined) continue;
        const text = `${part === 'subject' ? 'Subject' : 'Text'} of variant ${label}, step ${step + 1}`;
        found.push({
          field: `steps[${step}].variants[${nth}].${part}`,
          message: `${text}: ${inText(problem)}${problem.unknownField ? MEND_UNKNOWN : ''}`,
        });
      }
    }
  }
  return found;
}

const MEND_UNKNOWN = ' Correct it, give it a default, or first import subscribers who have it.';

async function stopping(
  text: string,
  known: readonly string[],
  leadsToCome: boolean,
): Promise<TemplateProblem | undefined> {
  const problems = await checkTemplate(text, known);
  const wrong = problems.find(({ unknownField }) => !unknownField);
  if (wrong || problems.length === 0 || leadsToCome) return wrong;
  const everything = Object.fromEntries(known.map((name) => [name, 'Sample']));
  const { missing } = await renderTemplate(text, everything, { seed: '' });
  return missing.length > 0 ? problems[0] : undefined;
}

/** A problem with its place in the text. */
export function inText({ line, column, message }: TemplateProblem): string {
  return `Line ${line}, column ${column}: ${message}`;
}
