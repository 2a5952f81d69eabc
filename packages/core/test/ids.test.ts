import { describe, expect, test } from '@jest/globals';
import { fromWire, newId, toWire } from '@lodestone/core';
import fc from 'fast-check';

import { expectFor } from '../../../scripts/jest/support.ts';

describe('Ids', () => {
  test('are read back from the wire as they were', () => {
    fc.assert(fc.property(fc.uuid(), (uuid) => expect(fromWire('mag', toWire('mag', uuid))).toBe(uuid)));
    expect(toWire('mag', '00000000-0000-0000-0000-000000000000')).toBe('mag_00000000000000000000000000');
    // The published TypeID test vector.
    expect(fromWire('mag', 'mag_01h455vb4pex5vsknk084sn02q')).toBe('01890a5d-ac96-774b-bcce-b302099a8057');
  });

  test('sort by time of creation', () => {
    const ids = Array.from({ length: 50 }, () => toWire('mag', newId()));
    expect(ids.toSorted()).toStrictEqual(ids);
  });

  test('have one canonical form and one kind', () => {
    const id = toWire('mag', newId());
    for (const text of [
      '',
      'mag',
      'mag_',
      id.toUpperCase(),
      ` ${id}`,
      `${id} `,
      `${id}\n`,
      `{${id}}`,
      id.replace('mag', 'sub'),
      id.slice(0, -1),
      `${id}0`,
      `mag_8${id.slice(5)}`,
      `${id.slice(0, -1)}u`,
      newId(),
      `mag_${'\u0000'.repeat(26)}`,
      'constructor',
    ]) {
      expectFor(JSON.stringify(text), fromWire('mag', text)).toBeNull();
    }
  });
});
