import type { TemplateProblem } from './position.ts';
import type { Rendered } from './template.ts';
import type { TemplateValues } from './values.ts';

/**
 * What is wrong with a template, for its author: at most 20 problems in the order of the text; none when it can be sent.
 * @param known the fields of the account's leads, and what the email itself brings.
 */
export async function checkTemplate(text: string, known: readonly string[]): Promise<TemplateProblem[]> {
  const { checkText } = await import('./check.ts');
  return checkText(text, known);
}

const load = () => import('./template.ts');

// The engine takes 9 MB, which a process that only serves does without. Looking it up again costs as much as a short template.
let engine: ReturnType<typeof load> | undefined;

/**
 * Renders a template for one lead. The choices of its spintax follow from `seed` (the lead and the step), so that a lead gets the
 * same text each time. The values are text, whatever they hold. Fields that the lead lacks are written as nothing and reported.
 * @throws an Error in plain English when the template is wrong or takes too much.
 */
export async function renderTemplate(
  text: string,
  values: TemplateValues,
  { seed }: { seed: string },
): Promise<Rendered> {
  const { renderText } = await (engine ??= load());
  return renderText(text, values, seed);
}
