import fc from 'fast-check';

import type { Operation, Schema } from '@lodestone/server/api/document.js';
import { isMoment } from '@lodestone/server/api/requirement.js';

/** A request that follows from the document, and what it asks for. */
export interface Case {
  query: string;
  id: { value: string; exists: boolean };
  /** The text of the body; undefined when there is none. */
  body: string | undefined;
  /** The query parameter that is wrong, or what else is; null when nothing is. */
  fault: { param: string } | 'body' | null;
}

/** Ids to put into the paths of an operation: some that exist. */
export type Ids = readonly [string, ...string[]];

/** Requests of one operation, of which about half have exactly one fault. */
export function casesOf(operation: Operation, ids: Ids): fc.Arbitrary<Case> {
  const parts = { query: validQuery(operation), id: anyId(ids), body: validBody(operation) };
  const valid = fc
    .record(parts)
    .map(({ query, ...rest }) => ({ ...rest, query: written(query), fault: null }));
  const faultyQuery = fc
    .record({ ...parts, fault: faultyParameter(operation) })
    .map(({ query, fault: { param, pairs }, ...rest }) => ({
      ...rest,
      query: written([...query.filter(([name]) => name !== param), ...pairs]),
      fault: { param },
    }));
  if (operation.body === undefined) return fc.oneof(valid, faultyQuery);
  const faulty = fc
    .record({ ...parts, body: faultyBody(operation.body) })
    .map(({ query, ...rest }) => ({ ...rest, query: written(query), fault: 'body' as const }));
  return fc.oneof(valid, faultyQuery, faulty);
}

type Pairs = [name: string, value: string][];

function written(pairs: Pairs): string {
  return pairs.map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`).join('&');
}

function validQuery({ query }: Operation): fc.Arbitrary<Pairs> {
  if (query.size === 0) return fc.constant([]);
  const values = Object.fromEntries([...query].map(([name, schema]) => [name, validValue(schema)]));
  return fc.record(values, { requiredKeys: [] }).map((given) => Object.entries(given) as Pairs);
}

function validValue(schema: Schema): fc.Arbitrary<string> {
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if (schema.type === 'integer')
    return fc.integer({ min: schema.minimum!, max: schema.maximum! }).map(String);
  if (isMoment(schema)) return fc.oneof(moment, day);
  return text(Math.min(schema.maxLength ?? 80, 80));
}

const moment = fc
  .record({
    at: fc.date({ min: new Date('0002-01-01'), max: new Date('9998-12-31'), noInvalidDate: true }),
    offset: fc.constantFrom('Z', '+05:30', '-08:00', '+00:00'),
    digits: fc.integer({ min: 0, max: 3 }),
  })
  .map(({ at, offset, digits }) => {
    const [seconds, fraction = ''] = at.toISOString().slice(0, -1).split('.');
    return `${seconds}${digits === 0 ? '' : `.${fraction.slice(0, digits)}`}${offset}`;
  });

const day = moment.map((at) => at.slice(0, 10));

/** One line of text: what the document says of tags and names. Hostile ones stand in as often as random ones. */
function text(maxLength: number): fc.Arbitrary<string> {
  const hostile = [
    "' or 1=1 --",
    '%_\\',
    '__proto__',
    'constructor',
    '$1',
    '${x}',
    '<script>',
    '\u202e',
    '🦄',
    'null',
    '[]',
    '0',
  ];
  return fc.oneof(
    fc.string({ maxLength, unit: 'binary' }).map((value) => value.replaceAll(/[\p{Cc}\u2028\u2029]/gu, '')),
    fc.constantFrom(...hostile).map((value) => value.slice(0, maxLength)),
  );
}

function anyId(ids: Ids): fc.Arbitrary<Case['id']> {
  const known = fc.constantFrom(...ids);
  const exists = known.map((value) => ({ value, exists: true }));
  // Not '.' and '..', which a URL does not keep, and not empty, which is another path.
  const malformed = fc.oneof(
    text(40),
    known.map((id) => id.toUpperCase()),
    known.map((id) => ` ${id}`),
    known.map((id) => `${id}0`),
  );
  const absent = fc.oneof(
    known.map((id) => id.replace(/.{6}$/, 'zzzzzz')),
    malformed.filter((value) => !ids.includes(value) && !/^\.{0,2}$/.test(value)),
  );
  return fc.oneof(
    { weight: 3, arbitrary: exists },
    absent.map((value) => ({ value, exists: ids.includes(value) })),
  );
}

/** A parameter in one of the ways in which it can be wrong. */
function faultyParameter({ query }: Operation): fc.Arbitrary<{ param: string; pairs: Pairs }> {
  const unknown = fc
    .stringMatching(/^[a-z_]{1,20}$/)
    .filter((param) => !query.has(param))
    .map((param) => ({ param, pairs: [[param, '1']] as Pairs }));
  if (query.size === 0) return unknown;
  const known = fc.constantFrom(...query).chain(([param, schema]) =>
    fc.oneof(
      invalidValue(schema).map((value) => ({ param, pairs: [[param, value]] as Pairs })),
      validValue(schema).map((value) => ({
        param,
        pairs: [
          [param, value],
          [param, value],
        ] as Pairs,
      })),
    ),
  );
  return fc.oneof({ weight: 4, arbitrary: known }, unknown);
}

function invalidValue(schema: Schema): fc.Arbitrary<string> {
  if (schema.enum)
    return fc
      .oneof(
        text(20),
        fc.constantFrom(...schema.enum).map((value) => value.toUpperCase() + ' '),
      )
      .filter((value) => !schema.enum!.includes(value));
  if (schema.type === 'integer') {
    const outside = [schema.minimum! - 1, schema.maximum! + 1, 1e23].map((value) =>
      value.toLocaleString('en', { useGrouping: false }),
    );
    return fc.constantFrom(
      ...outside,
      '',
      ' 5',
      '5 ',
      '1e1',
      '0x10',
      '+5',
      '1.5',
      '５',
      'ten',
      'NaN',
      'true',
      '1_0',
      '--1',
    );
  }
  if (isMoment(schema)) {
    return fc.constantFrom(
      '',
      'now',
      'infinity',
      '2026-02-30T00:00:00Z',
      '2026-11-20T24:00:00Z',
      '2026-11-20T00:00:60Z',
      '2026-11-20 00:00:00Z',
      '2026-11-20T00:00:00',
      '2026-11-20T00:00:00 05:30',
      '0000-01-01T00:00:00Z',
      '+010000-01-01T00:00:00Z',
      '1763596800',
    );
  }
  const tooLong =
    schema.maxLength === undefined
      ? []
      : [fc.integer({ min: 1, max: 50 }).map((more) => 'x'.repeat(schema.maxLength! + more))];
  return fc.oneof(
    text(20).map((value) => `${value}\0`),
    ...tooLong,
  );
}

function validBody({ body }: Operation): fc.Arbitrary<string | undefined> {
  return body ? validJson(body).map((value) => JSON.stringify(value)) : fc.constant(undefined);
}

// The service judges tags and names after trimming them, and more strictly than the document can say.
const [SHORTEST_LIMIT, FEWEST_ITEMS] = [60, 50];

function validJson(schema: Schema & { required?: string[] }): fc.Arbitrary<unknown> {
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if (schema.items)
    return fc.array(validJson(schema.items), { maxLength: Math.min(schema.maxItems ?? 5, FEWEST_ITEMS) });
  if (!schema.properties)
    return text(Math.min(schema.maxLength ?? 80, SHORTEST_LIMIT)).map((value) =>
      [...value].slice(0, SHORTEST_LIMIT).join(''),
    );
  const fields = Object.fromEntries(
    Object.entries(schema.properties).map(([name, property]) => [name, validJson(property)]),
  );
  return fc.record(fields, { requiredKeys: schema.required ?? [] });
}

function faultyBody(schema: Schema & { required?: string[] }): fc.Arbitrary<string> {
  const names = Object.keys(schema.properties ?? {});
  const notAnObject = fc.constantFrom(
    'null',
    '[]',
    '"x"',
    '5',
    'true',
    '{',
    '{"a":}',
    'NaN',
    '\u00ff{}',
    '[[[[[[[[',
  );
  const wrongType = fc
    .constantFrom(...names)
    .chain((name) =>
      validJson(schema).chain((valid) =>
        fc
          .constantFrom<unknown>(5, true, null, {}, { a: 1 }, [5], [null], '\0', ['\0'])
          .map((wrong) => JSON.stringify({ ...(valid as object), [name]: wrong })),
      ),
    );
  const unknownField = fc
    .tuple(validJson(schema), fc.stringMatching(/^[a-z_]{1,12}$/))
    .filter(([, name]) => !names.includes(name))
    .map(([valid, name]) => JSON.stringify({ ...(valid as object), [name]: 'x' }));
  const missing = schema.required?.length ? [fc.constantFrom('{}', '')] : [];
  return fc.oneof(notAnObject, wrongType, unknownField, ...missing);
}
