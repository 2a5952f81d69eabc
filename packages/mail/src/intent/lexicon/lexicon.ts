/** Intents that words can tell; opt-outs are read apart from them. */
export type Told = 'not_interested' | 'won' | 'meeting_booked' | 'meeting_completed' | 'interested';

/** Regular expressions of a language by intent, in lower case, between letters of other words. */
export type Lexicon = Record<Told, readonly string[]>;
