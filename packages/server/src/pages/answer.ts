import type { Request, Response } from 'express';
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
  /** Whether the script has something to do on it. */
  scripted?: boolean;
  /** Whether it shows a secret: it is not compressed then, since its length could reveal it. */
  secret?: boolean;
  /** Seconds after which the browser asks again, while something is under way. */
  refresh?: number;
}

/** Another page to go to, after a change. */
export interface Moved {
  to: string;
  /** What that page shows, this once; `to` is a path alone then. */
  once?: string;
}

/** Something that is no page, such as a file. */
export interface Served {
  serve(request: Request, response: Response): Promise<void>;
}

export type Answer = Shown | Moved | Served;

/** Goes to another page of ours, which then says what was done. */
export function goTo(path: string, flash?: Flash): Moved {
  return { to: flash === undefined ? path : withFlash(path, flash) };
}
