import { apiCompare } from 'api-smart-diff';

/** A change that can break a caller, and where in the document it is. */
interface Break {
  action: string;
  path: string;
}

/**
 * What a caller of the released document can no longer rely on. api-smart-diff judges by the rules of OpenAPI 3.0, so we
 * judge for ourselves what is new in 3.1 or matters to the SDK: any other type, pattern or operationId counts.
 */
export function breaksBetween(released: object, present: object): Break[] {
  const { diffs } = apiCompare(structuredClone(released), structuredClone(present));
  return diffs
    .filter(
      ({ type, action, path }) =>
        type === 'breaking' || (action !== 'add' && ALWAYS.has(String(path.at(-1)))),
    )
    .filter(({ path }) => path[0] === 'paths')
    .map(({ action, path }) => ({ action, path: path.join(' > ') }));
}

const ALWAYS = new Set(['type', 'pattern', 'operationId']);
