import { BlockList, isIP } from 'node:net';

import { asciiDomain } from './domain.ts';

/**
 * How a connection is protected. `implicit`: TLS from the first byte (smtps). `required`: STARTTLS, or nothing is sent.
 * `offered`: STARTTLS when the server has it, its certificate unchecked; for loopback. `none`: plain text.
 */
export type Protection = 'implicit' | 'required' | 'offered' | 'none';

export type SmtpServer = {
  host: string;
  port: number;
  protection: Protection;
  user?: string;
  password?: string;
};

const LOOPBACK = new BlockList();
LOOPBACK.addSubnet('127.0.0.0', 8, 'ipv4');
LOOPBACK.addAddress('::1', 'ipv6');

/** Whether what goes to this host never leaves the machine. */
export function isLoopback(host: string): boolean {
  const family = isIP(host);
  if (family === 0) return /^(?:.+\.)?localhost$/i.test(host);
  return LOOPBACK.check(host, family === 6 ? 'ipv6' : 'ipv4');
}

/** What a URL of a kind of server begins with, and its usual ports: with STARTTLS, and with TLS from the start. */
const KINDS = {
  smtp: { plain: 587, tls: 465 },
  imap: { plain: 143, tls: 993 },
};

/**
 * Reads `smtp://user:password@host:port` (STARTTLS, port 587) and `smtps://…` (TLS from the start, port 465). User and password are
 * percent-encoded. Beyond loopback a connection that cannot be encrypted is not used, unless `?plain=1` asks for plain text.
 * @throws an Error that says what is wrong with it and what would be right. It never repeats the URL, which holds a password.
 */
export function parseSmtpUrl(text: string): SmtpServer {
  return parseServerUrl(text, 'smtp');
}

/** As `parseSmtpUrl`, for servers of either kind: `imap://` has port 143, `imaps://` port 993. */
export function parseServerUrl(text: string, kind: keyof typeof KINDS): SmtpServer {
  const ports = KINDS[kind];
  if (!URL.canParse(text)) {
    fail(
      `This is not a URL. Write ${kind}://user:password@host:${ports.plain} or ${kind}s://user:password@host:${ports.tls}.`,
    );
  }
  const url = new URL(text);
  if (url.protocol !== `${kind}:` && url.protocol !== `${kind}s:`) {
    fail(`A mail server's URL must begin with ${kind}:// or ${kind}s://, not with ${url.protocol}//.`);
  }
  const host = hostOf(url, `${kind}://mail.example.com:${ports.plain}`);
  if (url.pathname !== '' && url.pathname !== '/') {
    fail(
      'Nothing may follow the port. Percent-encode user and password: "/" is %2F, "@" is %40, "#" is %23, "?" is %3F.',
    );
  }
  if (url.hash !== '') fail('Write "#" in a user name or password as %23.');
  const implicit = url.protocol === `${kind}s:`;
  return {
    host,
    port: portOf(url, implicit ? ports.tls : ports.plain, kind),
    protection: protection(url, host, implicit),
    ...credentials(url),
  };
}

function hostOf({ hostname }: URL, example: string): string {
  if (hostname === '') fail(`The URL names no host, as ${example} does.`);
  const host = decode(hostname, 'host').replace(/^\[(.*)\]$/, '$1');
  return isIP(host) > 0 ? host : (asciiDomain(host) ?? fail(`"${host}" is not a host name.`));
}

function portOf({ port }: URL, usual: number, kind: keyof typeof KINDS): number {
  if (port === '') return usual;
  if (port === '0') {
    const { plain, tls } = KINDS[kind];
    fail(`Port 0 is not valid. The usual ports are ${plain} for ${kind}:// and ${tls} for ${kind}s://.`);
  }
  return Number(port);
}

function protection({ protocol, searchParams }: URL, host: string, implicit: boolean): Protection {
  for (const [name, value] of searchParams) {
    if (name !== 'plain' || value !== '1') {
      fail(`Unknown setting ?${name}=${value}. The only one is ?plain=1, for a server without encryption.`);
    }
  }
  if (implicit) {
    return searchParams.has('plain') ? fail(`${protocol}// and ?plain=1 contradict each other.`) : 'implicit';
  }
  if (searchParams.has('plain')) return 'none';
  return isLoopback(host) ? 'offered' : 'required';
}

function credentials({ username, password }: URL): { user?: string; password?: string } {
  if (username === '' && password === '') return {};
  if (username === '' || password === '') {
    fail(`The URL has a ${username === '' ? 'password but no user' : 'user but no password'}.`);
  }
  return { user: decode(username, 'user'), password: decode(password, 'password') };
}

function decode(text: string, what: string): string {
  let decoded: string;
  try {
    decoded = decodeURIComponent(text);
  } catch {
    fail(`The ${what} is not percent-encoded: write "%" as %25.`);
  }
  // oxlint-disable-next-line no-control-regex
  if (/[\u0000-\u001f\u007f]/.test(decoded)) fail(`The ${what} holds a control character.`);
  return decoded;
}

function fail(message: string): never {
  throw new Error(message);
}
