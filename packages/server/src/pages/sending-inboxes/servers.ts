import {
  checkImap,
  type ConnectionTest,
  IMAP_TIMEOUTS,
  type ImapCheck,
  parseImapUrl,
  parseSmtpUrl,
  PRESETS,
  testSmtp,
} from '@lodestone/mail';

import { choiceOf, textOf } from '../query.ts';

/** How a connection is protected: TLS from the first byte, TLS before the sign-in, or not at all. */
export const PROTECTIONS = ['tls', 'starttls', 'plain'] as const;
type ProtectionChoice = (typeof PROTECTIONS)[number];

export const PROVIDERS = ['google', 'microsoft', 'smtp'] as const;
export type Provider = (typeof PROVIDERS)[number];

/** What a person types about the servers of an inbox. */
export interface ServerValues {
  provider: Provider;
  /** The address, unless the server knows the inbox by another name. */
  user: string;
  smtp_host: string;
  smtp_port: string;
  smtp_protection: ProtectionChoice;
  imap_host: string;
  imap_port: string;
  imap_protection: ProtectionChoice;
}

export type ServerErrors = Partial<Record<keyof ServerValues | 'password', string>>;

/** URLs of the servers of an inbox, with their passwords: never shown, never logged. */
export interface ServerUrls {
  smtp: string;
  imap: string | null;
}

export const FRESH_SERVERS: ServerValues = {
  provider: 'google',
  user: '',
  smtp_host: '',
  smtp_port: '',
  smtp_protection: 'starttls',
  imap_host: '',
  imap_port: '',
  imap_protection: 'tls',
};

export function serverValuesOf(form: URLSearchParams): ServerValues {
  return {
    provider: choiceOf(form, 'provider', PROVIDERS),
    user: textOf(form, 'user'),
    smtp_host: textOf(form, 'smtp_host'),
    smtp_port: textOf(form, 'smtp_port'),
    smtp_protection: choiceOf(form, 'smtp_protection', ['starttls', 'tls', 'plain']),
    imap_host: textOf(form, 'imap_host'),
    imap_port: textOf(form, 'imap_port'),
    imap_protection: choiceOf(form, 'imap_protection', PROTECTIONS),
  };
}

/** The URLs that the fields make, or what is wrong with each field. A provider that is known needs no hosts. */
export function serverUrlsOf(
  values: ServerValues,
  address: string,
  password: string,
): { urls: ServerUrls } | { errors: ServerErrors } {
  const user = values.user || address;
  if (password === '') return { errors: { password: 'Enter the password of the inbox.' } };
  if (values.provider !== 'smtp') {
    const { smtp, imap } = PRESETS[values.provider];
    return {
      urls: {
        smtp: urlOf(
          'smtp',
          smtp.host,
          String(smtp.port),
          smtp.protection === 'implicit' ? 'tls' : 'starttls',
          user,
          password,
        ),
        imap: urlOf('imap', imap.host, String(imap.port), 'tls', user, password),
      },
    };
  }
  const smtp = urlOf('smtp', values.smtp_host, values.smtp_port, values.smtp_protection, user, password);
  const imap =
    values.imap_host === ''
      ? null
      : urlOf('imap', values.imap_host, values.imap_port, values.imap_protection, user, password);
  const errors: ServerErrors = {
    ...(values.smtp_host === '' && { smtp_host: 'Enter the name of the server, such as smtp.example.com.' }),
    ...hostFault('smtp_host', values.smtp_host),
    ...hostFault('imap_host', values.imap_host),
    ...portFault('smtp_port', values.smtp_port),
    ...portFault('imap_port', values.imap_port),
  };
  return Object.keys(errors).length > 0 ? { errors } : { urls: { smtp, imap } };
}

/** Seconds: the page answers within nine. Servers are known to say "wrong password" after five or more, to slow down who guesses. */
const TOTAL = 8.5;

/** Whether both servers can be reached and let the inbox in. A person waits for it. */
export async function tryServers(urls: ServerUrls, address: string): Promise<Trial> {
  const [smtp, imap] = await Promise.all([
    testSmtp(parseSmtpUrl(urls.smtp), {
      from: address,
      timeouts: { connect: 4, greeting: 4, command: TOTAL, total: TOTAL },
    }),
    urls.imap === null
      ? null
      : checkImap(parseImapUrl(urls.imap), {
          ...IMAP_TIMEOUTS,
          connect: TOTAL,
          greeting: 4,
          command: TOTAL,
          total: TOTAL,
        }),
  ]);
  return { smtp, imap };
}

export interface Trial {
  smtp: ConnectionTest;
  /** Null where the inbox has no IMAP server. */
  imap: ImapCheck | null;
}

export function passed({ smtp, imap }: Trial): boolean {
  return smtp.ok && (imap === null || imap.ok);
}

function urlOf(
  kind: 'smtp' | 'imap',
  host: string,
  port: string,
  protection: ProtectionChoice,
  user: string,
  password: string,
): string {
  const scheme = protection === 'tls' ? `${kind}s` : kind;
  const sign = `${encodeURIComponent(user)}:${encodeURIComponent(password)}`;
  return `${scheme}://${sign}@${host}${port === '' ? '' : `:${port}`}${protection === 'plain' ? '?plain=1' : ''}`;
}

/** A name or an address, and nothing that a URL may have besides. */
const ALONE = /^(?:[^\s/?#@\\:]+|\[[\da-f:.]+\])$/i;

function hostFault(field: keyof ServerValues, host: string): ServerErrors {
  if (host === '') return {};
  try {
    if (ALONE.test(host) && parseSmtpUrl(`smtp://${host}`)) return {};
  } catch {
    // What it says is about URLs.
  }
  return { [field]: 'Enter only the name of the server, such as mail.example.com.' };
}

function portFault(field: keyof ServerValues, port: string): ServerErrors {
  const fits = port === '' || (/^\d{1,5}$/.test(port) && Number(port) >= 1 && Number(port) <= 65_535);
  return fits ? {} : { [field]: 'A port is a number from 1 to 65535.' };
}
