import { expect, test } from '@jest/globals';

import { FIRST_DELIVERY } from '@lodestone/core';
import { storedContent } from '@lodestone/core/magnets/content.js';

test("what a magnet's email begins with is as it is stored, so that an exported demo is applied without a change", () => {
  expect(storedContent(FIRST_DELIVERY)).toMatchObject(FIRST_DELIVERY);
});
