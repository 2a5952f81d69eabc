/** Every figure there is: where it is kept, what it is made of, and how it is made, kept and folded. */
import { createHash } from 'node:crypto';

import { createBitmaps, fillBitmaps, foldBitmaps, keepBitmaps } from './bitmaps.ts';
import { COUNTERS } from './contributions.ts';
import { COUNTER_NAMES, createCounter, factsOf, fillCounter, foldCounter, keepCounters } from './counters.ts';
import { refreshAllEngagement } from './engagement.ts';
import { FACTS, type FactTable } from './facts.ts';
import { createLastActivity, keepEngagement, setNewEngagement } from './keep-engagement.ts';
import { keepProgress, refreshAllProgress, setAnsweredStep } from './progress.ts';
import { createLeadScore } from './score.ts';
import { createSearchable } from './searchable.ts';
import { createSearchTexts, fillSearchTexts, keepSearchTexts } from './search-texts.ts';
import { triggersOf } from './upkeep.ts';

export interface Figure {
  /** Name of its table, or of what is kept in columns. */
  readonly name: string;
  /** Raised with any change to what is kept. */
  readonly version: number;
  /** Tables of facts that it is made from, and whose writes keep it. */
  readonly facts: readonly string[];
  /** Figures in columns that it is made from besides: it is made again with them. */
  readonly madeFrom: readonly string[];
  /** Functions that it is written with. */
  readonly functions?: readonly string[];
  /** Makes its table; none where it is kept in columns. */
  readonly create: readonly string[];
  /** Fills the empty table, or brings the columns up to the facts. */
  readonly fill: readonly string[];
  /** Brings other lanes into the lowest. */
  readonly fold?: string;
}

const ENGAGEMENT_FUNCTIONS = [...createLeadScore(), ...createLastActivity()];

/** Columns before what is made from them. */
export const FIGURES: readonly Figure[] = [
  {
    name: 'progress',
    version: 2,
    facts: ['campaign_sends', 'inbox_messages', 'conversions', 'enrollments'],
    madeFrom: [],
    create: [],
    fill: [refreshAllProgress()],
  },
  {
    name: 'engagement',
    version: 2,
    facts: ['magnet_requests', 'deliveries', 'campaign_sends', 'enrollments', 'subscribers'],
    madeFrom: ['progress'],
    functions: ENGAGEMENT_FUNCTIONS,
    create: [],
    fill: [refreshAllEngagement()],
  },
  ...COUNTER_NAMES.map((name) => ({
    name,
    version: COUNTERS[name].version,
    facts: factsOf(name),
    madeFrom: [
      ...(factsOf(name).includes('enrollments') ? ['progress'] : []),
      ...(factsOf(name).includes('subscribers') ? ['engagement'] : []),
    ],
    ...(name === 'audience_tails' && { functions: createSearchable() }),
    create: createCounter(name),
    fill: fillCounter(name),
    fold: foldCounter(name),
  })),
  {
    name: 'audience_bitmaps',
    version: 2,
    facts: ['subscribers'],
    madeFrom: ['engagement'],
    functions: createSearchable(),
    create: createBitmaps(),
    fill: fillBitmaps(),
    fold: foldBitmaps(),
  },
  {
    name: 'audience_search_texts',
    version: 2,
    facts: ['subscribers'],
    madeFrom: [],
    functions: createSearchable(),
    create: createSearchTexts(),
    fill: fillSearchTexts(),
  },
];

/** Tables that hold nothing but what the facts say, and can be made from them again. */
export const DERIVED_TABLES = FIGURES.filter(({ create }) => create.length > 0).map(({ name }) => name);

const UPKEEP = [
  ...keepProgress(),
  ...keepEngagement(),
  ...keepCounters(),
  ...keepBitmaps(),
  ...keepSearchTexts(),
];

/** What sets columns of a row before it is written. */
const SET_BEFORE: Partial<Record<FactTable, readonly string[]>> = {
  subscribers: setNewEngagement(),
  enrollments: setAnsweredStep(),
};

/** The functions and triggers of each table of facts. */
export const TRIGGERS = (Object.keys(FACTS) as FactTable[]).map((facts) => ({
  facts,
  statements: [...(SET_BEFORE[facts] ?? []), ...triggersOf(facts, UPKEEP)],
}));

/** Functions that figures are written with. */
export const FUNCTIONS = [...new Set(FIGURES.flatMap(({ functions = [] }) => functions))];

/** What the triggers are installed as, beside the figures. Raise it with any change to them. */
export const TRIGGERS_VERSION = { name: 'triggers', version: 3 };

/** Tells one definition of the triggers from another. */
export const TRIGGERS_DEFINITION = hashOf(TRIGGERS.flatMap(({ statements }) => statements));

/** Tells one definition of a figure from another. */
export function definitionOf({ functions = [], create, fill }: Figure): string {
  return hashOf([...create, ...fill, ...functions]);
}

/** The version and the definition of every figure and of the triggers. */
export function versions(): Record<string, { version: number; definition: string }> {
  return Object.fromEntries([
    ...FIGURES.map((figure) => [figure.name, { version: figure.version, definition: definitionOf(figure) }]),
    [TRIGGERS_VERSION.name, { version: TRIGGERS_VERSION.version, definition: TRIGGERS_DEFINITION }],
  ]);
}

function hashOf(statements: readonly string[]): string {
  return createHash('sha256').update(statements.join(';\n')).digest('hex');
}
