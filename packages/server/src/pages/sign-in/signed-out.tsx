import type { Request } from 'express';

import type { Shown } from '../answer.ts';
import { formOf } from '../form.ts';
import { readUpload } from '../magnets/upload.ts';

/** A form that came after its session had ended. */
export interface Late {
  /** Where it was sent. */
  action: string;
  fields: [name: string, value: string][];
  /** How it was sent, since a form that may hold a file is read in another way. */
  several: boolean;
  /** Whether a file came with it, which is not kept. */
  withFile: boolean;
}

/** What is typed again rather than written into a page. */
const SECRET = /password|secret|code|token|key/;

/** The form of a request without a session, or null where nothing was typed. */
export async function lateForm(request: Request): Promise<Late | null> {
  const several = request.is('multipart/form-data') === 'multipart/form-data';
  const { fields, file } = several ? await readUpload(request) : { fields: formOf(request), file: null };
  file?.bytes.resume();
  const kept = [...fields].filter(([name]) => !SECRET.test(name));
  if (kept.every(([, value]) => value === '')) return null;
  return { action: request.originalUrl, fields: kept, several, withFile: file !== null };
}

/** Keeps what was typed, so that it can be sent once more by who has signed in again in another tab. */
export function signedOutPage({ action, fields, several, withFile }: Late): Shown {
  return {
    title: 'You are signed out',
    section: null,
    status: 401,
    body: (
      <section class="card narrow">
        <h1>You are signed out</h1>
        <p>Your session ended, so nothing was saved yet. This page keeps what you typed.</p>
        <ol class="stack">
          <li>
            <a href="/sign-in" target="_blank" rel="noopener">
              Sign in in a new tab
            </a>
          </li>
          <li class="stack starts">
            Come back to this page and send the form again.
            {withFile && ' Your file is not kept: add it afterwards.'}
            <form method="post" action={action} {...(several && { encType: 'multipart/form-data' as const })}>
              {fields.map(([name, value], nth) => (
                <input key={nth} type="hidden" name={name} value={value} />
              ))}
              <button type="submit" class="primary">
                Send again
              </button>
            </form>
          </li>
        </ol>
      </section>
    ),
  };
}
