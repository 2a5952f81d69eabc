import type { Account } from '@lodestone/core';

import type { Shell } from '../index.ts';
import type { Asked } from '../page.ts';

/** Address of the page on which a subscriber opts out and in again themselves. */
export async function preferencesOf(
  _shell: Shell,
  _account: Account,
  _asked: Asked,
  _id: string,
): Promise<string | null> {
  return null;
}
