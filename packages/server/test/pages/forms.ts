import { createSignInLink, newId, type Role, startSession, toWire } from '@lodestone/core';
import { hashPassword } from '@lodestone/core/users/password.js';

import { present } from '../../../../scripts/jest/support.ts';
import type { TestServer } from '../server.ts';

export interface Visit {
  status: number;
  headers: Headers;
  html: string;
  /** Value of the Location header. */
  location: string | null;
  /** Cookies set, each `name=value; attributes`. */
  cookies: string[];
}

interface VisitOptions {
  cookie?: string;
  /** Sends a form; a text is sent as it is. */
  form?: Record<string, string | string[]> | string;
  headers?: Record<string, string>;
}

/** Opens a page as one whose address was typed, or posts a form as a page of the same origin does. Follows no redirect. */
export async function visit(
  server: Pick<TestServer, 'origin'>,
  path: string,
  { cookie, form, headers = {} }: VisitOptions = {},
): Promise<Visit> {
  const response = await fetch(`${server.origin}${path}`, {
    method: form === undefined ? 'GET' : 'POST',
    redirect: 'manual',
    headers: {
      accept: 'text/html',
      ...(cookie === undefined ? {} : { cookie }),
      ...(form === undefined
        ? { 'sec-fetch-site': 'none' }
        : { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'same-origin' }),
      ...headers,
    },
    ...(form === undefined ? {} : { body: typeof form === 'string' ? form : encoded(form) }),
  });
  return {
    status: response.status,
    headers: response.headers,
    // Where a line may break says nothing: an address is found whole.
    html: (await response.text()).replaceAll('<wbr/>', ''),
    location: response.headers.get('location'),
    cookies: response.headers.getSetCookie(),
  };
}

function encoded(form: Record<string, string | string[]>): string {
  return new URLSearchParams(
    Object.entries(form).flatMap(([name, value]) =>
      [value].flat().map((one): [string, string] => [name, one]),
    ),
  ).toString();
}

/** The `name=value` of the session cookie that an answer sets. */
export function sessionOf({ cookies }: Visit): string {
  const cookie = cookies.find((one) => one.startsWith('lodestone_session='))?.split(';')[0];
  present(cookie, 'The answer sets no session cookie.');
  return cookie;
}

/** The owner of the server's first account. */
export async function ownerOf(server: TestServer): Promise<{ id: string; email: string }> {
  return server.account.select('users').select(['id', 'email']).executeTakeFirstOrThrow();
}

/** A fresh one-time sign-in link of the owner, as a path. */
export async function linkOf(server: TestServer): Promise<string> {
  const { id } = await ownerOf(server);
  const { token } = await createSignInLink(server.account, { user_id: id });
  return `/sign-in/link?token=${token}`;
}

/** The hidden fields of a form on a page. */
export function hiddenIn(html: string): Record<string, string> {
  return Object.fromEntries(
    [...html.matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)"/g)].map(([, name, value]) => [
      name,
      value,
    ]),
  );
}

/** What a browser would send of the largest form of a page, without its buttons. */
export function fieldsOf(html: string): Record<string, string | string[]> {
  const forms = [...html.matchAll(/<form\b.*?<\/form>/gs)].map(([form]) => form);
  const form = forms.toSorted((one, other) => other.length - one.length)[0] ?? '';
  const fields: Record<string, string | string[]> = {};
  const add = (name: string, value: string) => {
    const before = fields[name];
    fields[name] = before === undefined ? decodedText(value) : [before, decodedText(value)].flat();
  };
  for (const [, tag = '', attributes = '', inside = ''] of form.matchAll(
    /<(input|select|textarea)\b([^>]*)>(?:(?<=<(?:select|textarea)\b[^>]*>)(.*?)<\/(?:select|textarea)>)?/gs,
  )) {
    const name = / name="([^"]*)"/.exec(attributes)?.[1];
    const value = / value="([^"]*)"/.exec(attributes)?.[1] ?? '';
    if (name === undefined) continue;
    if (tag === 'textarea') add(name, inside.replace(/^\n/, ''));
    else if (tag === 'select') {
      const chosen =
        /<option value="([^"]*)" selected/.exec(inside) ?? /<option value="([^"]*)"/.exec(inside);
      add(name, chosen?.[1] ?? '');
    } else if (!/ type="(?:checkbox|radio)"/.test(attributes) || / checked/.test(attributes))
      add(name, value);
  }
  return fields;
}

function decodedText(html: string): string {
  return html
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&');
}

/** The password of every user that `addUser` adds. */
export const PASSWORD = 'seven purple harbours';

let hash: Promise<string> | undefined;
let added = 0;

/** Adds a user to the server's first account, signed in. `id` is a UUID, `wire` the same as pages have it. */
export async function addUser(server: TestServer, role: Role) {
  hash ??= hashPassword(PASSWORD);
  const id = newId();
  const email = `${role}-${++added}@people.example`;
  await server.account.insert('users', { id, email, role, password_hash: await hash });
  const { token } = await startSession(server.account, { user_id: id });
  return { id, wire: toWire('usr', id), email, cookie: `lodestone_session=${token}` };
}

/** Bytes that are written in base 32, as an authenticator app is told its secret. */
export function decoded(base32: string): Buffer {
  const bits = [...base32].map((digit) =>
    'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(digit).toString(2).padStart(5, '0'),
  );
  return Buffer.from((bits.join('').match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
}
