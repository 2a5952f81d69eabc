import { type FilterImplOptions, Liquid } from 'liquidjs';

import { Missing } from './missing.ts';

/** What a template of an email can use. Nothing that reads files, draws lots, takes long, or writes HTML. */
export const TAGS = 'if unless case for break continue assign capture comment raw #'.split(' ');
export const FILTERS = [
  'default upcase downcase capitalize strip lstrip rstrip append prepend remove remove_first replace replace_first',
  'truncate truncatewords slice split join first last size',
  'plus minus times divided_by modulo round floor ceil abs at_least at_most date url_encode',
].flatMap((names) => names.split(' '));

/**
 * Milliseconds that a rendering may take while a template is written. One that has been checked is given more when it is sent,
 * since a busy machine may hold up a rendering that takes a fraction of one.
 */
export const CHECK_LIMIT = 100;

/** Characters of a template. */
export const LONGEST_TEMPLATE = 20_000;

/** Characters of Liquid in a template: what it takes to read them grows with their square. */
export const MAX_LIQUID = 5_000;

/** One engine for all: it keeps nothing of what it renders. */
export const engine = new Liquid({
  // No template reads another one, and no file.
  templates: {},
  ownPropertyOnly: true,
  strictFilters: true,
  strictVariables: false,
  parseLimit: 1_000_000,
  renderLimit: 500,
  /** Characters and items that a rendering may make, all in all. */
  memoryLimit: 1_000_000,
  outputEscape: (value) => (value instanceof Missing ? value.written() : value) as string,
});

for (const tag of Object.keys(engine.tags)) if (!TAGS.includes(tag)) delete engine.tags[tag];

for (const [name, filter] of Object.entries(engine.filters)) {
  if (!FILTERS.includes(name) || filter === undefined) delete engine.filters[name];
  else engine.filters[name] = name === 'default' ? filter : handingOn(filter);
}

type FilterHandler = Exclude<FilterImplOptions, { handler: unknown }>;

/** `{{ company | upcase | default: "you" }}` is "you" for a lead without a company, and not nothing. */
function handingOn(filter: FilterImplOptions): FilterHandler {
  const handler = typeof filter === 'function' ? filter : filter.handler;
  return function handOn(value, ...args) {
    const missing = [value, ...args].find((part) => part instanceof Missing);
    return missing ?? handler.call(this, value, ...args);
  };
}
