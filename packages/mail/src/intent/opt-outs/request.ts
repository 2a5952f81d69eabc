/**
 * Regular expressions of requests not to be written to any more, in lower case, between letters of other words: nothing that is only
 * said about such requests.
 */
export type OptOuts = readonly string[];

/** Where a request begins: at the beginning of a sentence or of a part of it, or behind a word of politeness. */
export const BEGINS =
  '(?<=^|[.!?,;:\\n–—-] ?|(?<!\\p{L})(?:please|pls|plz|kindly|just|so|then|bitte|gelieve|graag|merci de|veuillez|por favor|per favore|proszę) )';

/** Where it ends, so that nothing follows which makes it one about something else. */
export const ENDS = '(?= ?(?:[.!?,;\\n]|$))';
