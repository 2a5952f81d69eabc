import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { Locator, Page } from 'playwright-core';

import { expectFor } from '../../../../scripts/jest/support.ts';
import { inChromium } from './chromium.ts';
import { pathsOf } from './every-page.ts';
import { visit } from './forms.ts';

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
        for (let nth = 0, count = Infinity; nth < count; nth++) {
          const page = await owner.open(path);
          count = await formsOf(page).count();
          if (nth >= count) break;
          const form = formsOf(page).nth(nth);
          const typed = await fieldsOf(form, rotated(drawn, forms++));
          if (Object.keys(typed).length === 0) continue;
          const action = (await form.getAttribute('action')) ?? path;
          if (await isRefused(page, form)) {
            refused.add(action.replaceAll(/\/[a-z]{3}_\w+/g, '/:id'));
            expectFor(`${action} on ${path}`, await sameForm(page, typed)).toStrictEqual(typed);
          }
          // One that is taken may take away those after it, or bring others.
          else count = Infinity;
        }
      }
    });
    await fc.assert(everyForm, { numRuns: 1, endOnFailure: true });
    expect([...refused]).toEqual(expect.arrayContaining(AT_LEAST));
  });
});

inChromium('a form whose session has ended meanwhile', (owner) => {
  const open = (path: string) => owner.open(path, { script: false, width: 1000 });
  const signedOutWhile = async (page: Page, send: () => Promise<unknown>) => {
    const cookies = await page.context().cookies();
    await page.context().clearCookies();
    await send();
    expect(await page.getByRole('heading', { name: 'You are signed out' }).count()).toBe(1);
    await page.context().addCookies(cookies);
  };

  test('keeps what was typed, and is sent again by who has signed in again', async () => {
    const page = await open('/magnets/new');
    const text = 'Hello,\n\n"an hour" of <b>work</b> & 😀: {{ download_url }}\n';
    await page.getByLabel('Title').fill('Typed for an hour');
    await page.getByLabel('Email text').fill(text);
    await page
      .getByLabel('Or a file')
      .setInputFiles({ name: 'two.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.4') });
    await signedOutWhile(page, () => page.getByRole('button', { name: 'Save as draft' }).click());
    expect(await page.locator('main').innerText()).toContain('Your file is not kept');
    await page.getByRole('button', { name: 'Send again' }).click();
    expect(await page.getByLabel('Title').inputValue()).toBe('Typed for an hour');
    expect((await page.getByLabel('Email text').inputValue()).trim()).toBe(text.trim());
  });

  test('does so with every field of a campaign, and with the button that was clicked', async () => {
    const { data } = await owner.api('/v1/campaigns?status=draft');
    const page = await open(`/campaigns/${data[0]!.id}/edit`);
    const editor = page.locator('form[action$="/edit"]');
    const typed = await fieldsOf(editor, null);
    expect(Object.keys(typed).length).toBeGreaterThan(10);
    await page.getByLabel('Name', { exact: true }).fill('Named late');
    await signedOutWhile(page, () => page.getByRole('button', { name: 'Save and close' }).click());
    await page.getByRole('button', { name: 'Send again' }).click();
    expect(await page.getByRole('status').textContent()).toBe('Campaign saved.');
    await open(`/campaigns/${data[0]!.id}/edit`);
    expect(await fieldsOf(editor, null)).toStrictEqual({ ...typed, name: 'Named late' });
  });

  test('writes no password into the page, and nothing that another site sent', async () => {
    const form = { address: 'maya@newly.example', password: 'p@ss:w/rd' };
    const late = await visit(owner.server, '/sending-inboxes/connect', { form });
    expect([late.status, late.html.includes('maya@newly.example')]).toStrictEqual([401, true]);
    expect(late.html).not.toContain('p@ss');
    const headers = { 'sec-fetch-site': 'cross-site' };
    const foreign = await visit(owner.server, '/sending-inboxes/connect', { form, headers });
    expect([foreign.status, foreign.location]).toStrictEqual([303, '/sign-in']);
  });
});

/** The same numbers from another place on, so that no two forms are filled in alike. */
function rotated(numbers: number[], by: number): number[] {
  const from = by % numbers.length;
  return [...numbers.slice(from), ...numbers.slice(0, from)];
}

/** Those that send something, and in which something can be typed or chosen. */
function formsOf(page: Page): Locator {
  return page.locator(
    'form[method=post]:has(input:not([type=hidden], [type=file], [type=password]), select, textarea)',
  );
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
