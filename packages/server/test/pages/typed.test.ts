import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { Locator, Page } from 'playwright-core';

import { expectFor } from '../../../../scripts/jest/support.ts';
import { inChromium } from './chromium.ts';
import { pathsOf } from './every-page.ts';

/** What most fields refuse. */
const TEXTS = ['x'.repeat(600), '<b>"&\'x', 'not one', '-7', '  two  words ', '{{ nope', '{% if %}', '😀é'];

/** What is typed and chosen in a form, by field; by field and value for what is ticked. Passwords and files are left empty. */
type Typed = Record<string, string | boolean>;

/** Forms that nothing of it can satisfy, or the test has seen too little. */
const AT_LEAST = ['/campaigns/:id/schedule', '/campaigns/:id/edit', '/magnets/:id', '/settings/account'];

inChromium('a form that is refused', (owner) => {
  test('comes back with what was typed, whichever it is', async () => {
    const paths = Object.values(await pathsOf(owner));
    const refused = new Set<string>();
    let forms = 0;
    const draws = fc.array(fc.nat({ max: 5_000 }), { minLength: 40, maxLength: 40 });
    const everyForm = fc.asyncProperty(draws, async (drawn) => {
      for (const path of paths) {
        const page = await owner.open(path);
        // A form that is taken may take away those after it.
        for (let nth = 0; nth < (await formsOf(page).count()); nth++) {
          const form = formsOf(page).nth(nth);
          const typed = await fieldsOf(form, rotated(drawn, forms++));
          if (Object.keys(typed).length === 0) continue;
          const action = (await form.getAttribute('action')) ?? path;
          if (await isRefused(page, form)) {
            refused.add(action.replaceAll(/\/[a-z]{3}_\w+/g, '/:id'));
            expectFor(`${action} on ${path}`, await sameForm(page, typed)).toStrictEqual(typed);
          }
          await owner.open(path);
        }
      }
    });
    await fc.assert(everyForm, { numRuns: 1, endOnFailure: true });
    expect([...refused]).toEqual(expect.arrayContaining(AT_LEAST));
  });
});

/** The same numbers from another place on, so that no two forms are filled in alike. */
function rotated(numbers: number[], by: number): number[] {
  const from = by % numbers.length;
  return [...numbers.slice(from), ...numbers.slice(0, from)];
}

function formsOf(page: Page): Locator {
  return page.locator('form[method=post]');
}

/** What a form holds, after something was typed or chosen in every field when something was drawn. */
function fieldsOf(form: Locator, drawn: number[] | null): Promise<Typed> {
  return form.evaluate(
    (element, { drawn, TEXTS }) => {
      const form = element as HTMLFormElement;
      let at = 0;
      const next = () => drawn?.[at++ % drawn.length] ?? 0;
      const isTicked = ({ type }: { type: string }) => type === 'checkbox' || type === 'radio';
      const fields = Array.from(form.elements)
        .filter(
          (field) =>
            field instanceof HTMLInputElement ||
            field instanceof HTMLSelectElement ||
            field instanceof HTMLTextAreaElement,
        )
        .filter(
          ({ name, type, hidden }) =>
            name !== '' && !hidden && !['hidden', 'file', 'password'].includes(type),
        )
        // What is laid out for robots to fill in.
        .filter((field) => field.closest('[aria-hidden=true]') === null);
      for (const field of drawn === null ? [] : fields) {
        if (field instanceof HTMLSelectElement) field.selectedIndex = next() % field.options.length;
        else if (field instanceof HTMLInputElement && isTicked(field)) {
          // Nobody can take a radio button back.
          field.checked = next() % 2 === 0 || (field.type === 'radio' && field.checked);
        } else if (field.type === 'date') field.value = '2001-02-03';
        else if (field.type === 'number') field.value = String(-next() - 1);
        else {
          field.removeAttribute('maxlength');
          field.value = TEXTS[next() % TEXTS.length] ?? '';
        }
      }
      return Object.fromEntries(
        fields.map((field) =>
          field instanceof HTMLInputElement && isTicked(field)
            ? [`${field.name}=${field.value}`, field.checked]
            : [field.name, field.value.trim()],
        ),
      );
    },
    { drawn, TEXTS },
  );
}

/** Sends a form with its main button, or its first, past the browser's own checks. */
async function isRefused(page: Page, form: Locator): Promise<boolean> {
  const [answer] = await Promise.all([
    page.waitForResponse((response) => response.request().method() === 'POST'),
    page.waitForEvent('domcontentloaded'),
    form.evaluate((element) => {
      const form = element as HTMLFormElement;
      form.noValidate = true;
      const [first] = Array.from(form.querySelectorAll<HTMLButtonElement>('button[type=submit]'));
      form.requestSubmit(form.querySelector<HTMLButtonElement>('button.primary') ?? first);
    }),
  ]);
  return answer.status() >= 400;
}

/** What the form with the same fields holds; an empty object where the page has none. */
async function sameForm(page: Page, typed: Typed): Promise<Typed> {
  for (const form of await formsOf(page).all()) {
    const fields = await fieldsOf(form, null);
    if (Object.keys(typed).every((name) => Object.hasOwn(fields, name))) return fields;
  }
  return {};
}
