/** What a refused form is shown again with. */
export interface Refused extends Typed {
  error: string;
}

/** What was typed before a pause, or before a start at a time. */
export interface Typed {
  reason?: string;
  day?: string;
  time?: string;
}
