import type { ComponentChildren } from 'preact';

import { type Flash, withFlash } from './flash.ts';
import type { Section } from './sections.ts';

/** A page to show. */
export interface Shown {
  title: string;
  section: Section | null;
  body: ComponentChildren;
  /** 200 unless told; 400 for a form with errors. */
  status?: number;
  /** Whether it holds something to be copied, so that the script for it is loaded. */
  copies?: boolean;
}

/** Another page to go to, after a change. */
export interface Moved {
  to: string;
}

export type Answer = Shown | Moved;

/** Goes to another page of ours, which then says what was done. */
export function goTo(path: string, flash?: Flash): Moved {
  return { to: flash === undefined ? path : withFlash(path, flash) };
}
