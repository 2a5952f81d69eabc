import type { SmtpStep } from './outcome.ts';
import { presetOf, PRESETS } from './presets.ts';
import type { Protection } from './url.ts';

type Where = { host: string; port: number; protection: Protection };

/** What whoever connects an inbox can do about a step that failed. Serves SMTP and IMAP alike. */
export function advice(step: SmtpStep, { host, port, protection }: Where, said: string): string {
  switch (step) {
    case 'resolve':
      return `Check the spelling of the host: there is no address for "${host}".`;
    case 'connect':
      return `Check the port (${port}), and that a firewall lets this machine reach ${host}. Many hosting providers block port 25; use 587 or 465.`;
    case 'tls':
      return tlsAdvice(host, port, protection, said);
    case 'greeting':
      return protection === 'implicit'
        ? `Check the port (${port}): what answers there is not a mail server.`
        : `Check the port (${port}): what answers there is not a mail server, or expects TLS from the start (usually port 465).`;
    case 'sign_in': {
      if (said.includes('did not answer within')) return LATE;
      const preset = presetOf(host);
      return preset === null
        ? 'Check the user name and the password. Some providers require an app password instead of the account’s own.'
        : `${PRESETS[preset].name} requires an app password instead of the account’s own. ${PRESETS[preset].appPassword}`;
    }
    default:
      return 'The server does not let this user send from this address. Sign in as the owner of the address, or allow the user to send as it.';
  }
}

const LATE =
  'Many mail servers answer a wrong password late on purpose, and later each time. Check the user name and the password, wait a few minutes, then test again.';

/** Whether what went wrong with TLS is the certificate. */
export function blamesCertificate(said: string): boolean {
  return /certificate|self.signed|altname|unable to verify/i.test(said);
}

function tlsAdvice(host: string, port: number, protection: Protection, said: string): string {
  if (blamesCertificate(said)) {
    return `The certificate of ${host} is not valid for that name. Use the name it was issued for, or have it renewed.`;
  }
  return protection === 'implicit'
    ? `Port ${port} does not speak TLS from the start. Try STARTTLS, usually on port 587.`
    : `The server offers no STARTTLS on port ${port}. Try TLS, usually on port 465, or no encryption where nobody can listen in.`;
}
