import { mkdirSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';

import { expectFor } from '../../../../scripts/jest/support.ts';
import { inChromium, type Kind } from './chromium.ts';
import { figureAt } from './figures.ts';
import { axeViolations, overflows } from './window.ts';

/** Set to a directory to keep pictures. */
const PICTURES = process.env['LODESTONE_PICTURES'];

const HOSTILE = '<b>bold</b>\u202Eturned ' + 'x'.repeat(300);

function file(sort: string) {
  const lines = [`email,Name,Company,Tags,,${HOSTILE}`];
  for (let index = 0; index < 30; index++) {
    lines.push(`${sort}${index}@see.example,Asha ${index},"Acme, Inc.",a;b,,"${HOSTILE}"`);
  }
  lines.push('nobody,,,,,', '@@,,,,,');
  const many = Array.from({ length: 49 }, (_, nth) => `tag ${nth}`).join(';');
  lines.push(`${sort}0@see.example,,,${many},,`);
  return { name: `leads-${sort}.csv`, mimeType: 'text/csv', buffer: Buffer.from(lines.join('\n')) };
}

inChromium('an import of subscribers, in a browser', (owner) => {
  const kinds: [string, Kind][] = [
    ['narrow-dark', { width: 360, dark: true }],
    ['wide-light', { width: 1600, dark: false }],
    ['wide-dark', { width: 1600, dark: true }],
  ];

  async function look(page: Page, name: string): Promise<void> {
    if (PICTURES !== undefined) {
      mkdirSync(PICTURES, { recursive: true });
      await page.screenshot({ path: join(PICTURES, `${name}.png`), fullPage: true });
    }
    expectFor(name, await overflows(page)).toBe(false);
    expectFor(name, await axeViolations(page)).toStrictEqual([]);
  }

  test.each(kinds)('can be read and used on every page: %s', async (sort, kind) => {
    const page = await owner.open('/subscribers', kind);
    await page.getByRole('link', { name: 'Import', exact: true }).click();
    await look(page, `import-1-${sort}`);
    await page.getByLabel('File').setInputFiles(file(sort));
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByLabel('Name', { exact: true }).selectOption('first_name');
    expect(await page.locator('tbody tr').count()).toBe(20);
    await look(page, `import-2-${sort}`);
    await page.getByRole('button', { name: 'Import' }).click();
    await page.getByRole('heading', { name: 'Skipped lines' }).waitFor();
    expect(await figureAt(page, 'added')).toBe('30');
    await page.getByRole('heading', { name: 'Tags left out' }).waitFor();
    await look(page, `import-3-${sort}`);
  });

  test('needs no script: its report comes by itself', async () => {
    const page = await owner.open('/subscribers/import', { script: false });
    await page.getByLabel('File').setInputFiles(file('plain'));
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByRole('button', { name: 'Import' }).click();
    await page.getByText('Done:').waitFor();
    expect(await figureAt(page, 'skipped')).toBe('2');
  });
});
