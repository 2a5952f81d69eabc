import type { Template } from 'liquidjs';

import { engine, LONGEST_TEMPLATE, MAX_LIQUID } from './engine.ts';
import { inPlainEnglish, isLate, TOO_LONG, TOO_MUCH_LIQUID } from './errors.ts';
import { readSpintax, type Spin, spinText } from './spintax.ts';
import { scopeOf, type TemplateValues } from './values.ts';

export type Rendered = {
  text: string;
  /** Fields that this lead lacks and that would have been written, each once: whoever sends can hold the email back. */
  missing: string[];
};

/** Thrown by a rendering: the template is wrong, or takes too much. */
class TemplateError extends Error {}

/** One text as Liquid, and the fields that it uses. */
type Compiled = { templates: Template[]; used: string[] };

const spins = new Map<string, Spin>();
const compiled = new Map<string, Compiled>();

/**
 * Renders a template for one lead. The choices of its spintax follow from `seed`, so that a lead gets the same text each time; the
 * values are text, whatever they hold. `missing` fields are written as nothing.
 * @throws TemplateError
 */
export function renderText(
  text: string,
  values: TemplateValues,
  seed: string,
  limits: { renderLimit?: number } = {},
): Rendered {
  if (text.length > LONGEST_TEMPLATE) throw new TemplateError(TOO_LONG);
  const missing = new Set<string>();
  try {
    const spin = remembered(spins, text, spinOf);
    const { templates, used } = remembered(compiled, spinText(spin, seed), compile);
    const scope = scopeOf(used, values, (name) => missing.add(name));
    return {
      text: rendered(() => String(engine.renderSync(templates, scope, limits))),
      missing: [...missing],
    };
  } catch (error) {
    if (error instanceof TemplateError) throw error;
    throw new TemplateError(inPlainEnglish(error).message, { cause: error });
  }
}

/** The limit is one of the clock, and a machine that stands still makes any rendering late: too long takes what is late twice. */
function rendered(render: () => string): string {
  try {
    return render();
  } catch (error) {
    if (!isLate(error)) throw error;
    return render();
  }
}

function spinOf(text: string): Spin {
  const { spin, liquid } = readSpintax(text);
  if (liquid > MAX_LIQUID) throw new TemplateError(TOO_MUCH_LIQUID);
  return spin;
}

function compile(text: string): Compiled {
  const templates = engine.parse(text);
  return { templates, used: Object.keys(engine.analyzeSync(templates).globals) };
}

/** Keeps the last few hundred: a campaign renders the same text for thousands of leads. */
function remembered<T>(cache: Map<string, T>, key: string, make: (key: string) => T): T {
  const known = cache.get(key);
  if (known !== undefined) return known;
  const made = make(key);
  const [oldest] = cache.keys();
  if (cache.size >= 200 && oldest !== undefined) cache.delete(oldest);
  cache.set(key, made);
  return made;
}
