import type { Mail } from '../parse/mail.ts';
import { enhancedStatus, type RecipientStatus } from './delivery-status.ts';

/** Senders that are mail systems. */
const SYSTEM =
  /^(?:mailer-daemon|mailerdaemon|mail-daemon|mail\.daemon|postmaster|mdaemon|delivery-status|bounce[s]?)(?:[+-][^@]*)?@/;

/** Whether a mail system wrote it, and no person. */
export function isFromSystem(mail: Mail): boolean {
  return mail.returnPath === '' || isNamedAsSystem(mail);
}

/** Whether more says so than that it is to be answered to nobody. */
export function isNamedAsSystem(mail: Mail): boolean {
  return (
    'x-failed-recipients' in mail.headers ||
    'x-ms-exchange-message-is-ndr' in mail.headers ||
    SYSTEM.test(mail.from?.address ?? '') ||
    /mail delivery (?:sub)?system/i.test(mail.from?.name ?? '')
  );
}

/** How qmail, Exim, Exchange, Gmail and others begin to say that something did not arrive. */
const UNDELIVERED = new RegExp(
  [
    /qmail-send program|wasn't able to deliver your message/,
    /(?:could not|couldn't|cannot|can't|not) be delivered|wasn't delivered|was not delivered|un-?deliver(?:able|ed)/,
    /delivery (?:to .{0,80} )?(?:has )?failed|delivery (?:status notification|failure|incomplete|has been delayed)/,
    /did not reach (?:some|the|all)|failed (?:permanently|recipient)|address not found|message (?:blocked|rejected)/,
    /returned mail|mail delivery (?:failed|failure)|message \S* ?(?:has been )?delayed|problem delivering/,
    /unable to deliver|failure notice|impossibile recapitare|non recapitabile|non è stato (?:possibile )?(?:consegna|recapita)/,
    /onbestelbaar|niet (?:worden )?(?:bezorgd|afgeleverd)|não (?:foi possível entregar|pôde ser entregue)|nie (?:można|udało się) dostarczyć/,
    /kunde inte levereras|kunne ikke leveres|не (?:удалось доставить|доставлено|может быть доставлено)|teslim edilemedi/,
    /配信不能|配信できません|無法(?:傳|送)|无法(?:送达|投递|发送)|退信|전송되지 않|배달되지 못/,
    // A server's code and status.
    /(?<![\d.])[45]\d\d[ -]#?[45]\.\d{1,3}\.\d{1,3}(?!\.?\d)/,
    /fehler bei der nachrichtenzustellung|unzustellbar|konnte nicht zugestellt werden/,
    /échec de (?:la )?remise|n['’]a pas pu être remis|no se (?:ha podido|pudo) entregar|error de entrega|डिलीवर नहीं/,
  ]
    .map((pattern) => pattern.source)
    .join('|'),
  'iu',
);

const DELAYED =
  /\bdelayed\b|delivery incomplete|will (?:be retried|retry|keep trying|continue to try)|do not need to (?:resend|send)|temporary (?:problem|failure|error)|has not yet been delivered|verzögert|retardée?\b|retrasad[ao]/iu;

/** Words of servers that give no code. */
const NO_SUCH_ADDRESS =
  /unrouteable address|address not found|(?:couldn't|could not|wasn't|was not) (?:be )?found|no mailbox here by that name|doesn't (?:have a|list)|no such (?:user|person)|user unknown|unknown user/iu;

/** Where the address stands, the surest first. */
const RECIPIENT = [
  /^<([^<>\s]{1,200}@[^<>\s]{1,253})>:/m,
  /(?:delivered to|deliver(?:ing)? (?:your )?(?:message|mail)? ?to|following (?:recipient|address|addresses)[^:\n]{0,60}:|recipients or groups:|reach[^:\n]{0,60}:|empfänger[^:\n]{0,60}:|suivants?[^:\n]{0,40}:|siguientes?[^:\n]{0,40}:)\s{0,20}(?:[^\n<(@]{0,80}[<(])?\s{0,10}([^\s<>()"']{1,200}@[^\s<>()"']{1,253})/iu,
  /^\s{1,8}([^\s<>()"':]{1,200}@[^\s<>()"':]{1,253})\s*$/m,
  /([^\s<>()"':]{1,200}@[^\s<>()"':]{1,253})/,
];

/** Of the text that is looked through: reports begin with what matters. */
const HEAD = 8_000;

/** What a mail system wrote for people where it should have written a report. Null when it is not about a delivery. */
export function toldInWords(mail: Mail): RecipientStatus | null {
  if (!isFromSystem(mail)) return null;
  const text = mail.text.slice(0, HEAD);
  const subject = mail.subject ?? '';
  const failed = mail.headers['x-failed-recipients']?.[0];
  if (failed === undefined && !UNDELIVERED.test(subject) && !UNDELIVERED.test(text)) return null;
  const recipient = failed?.split(',', 1)[0]?.trim() ?? recipientIn(text);
  const diagnostic = diagnosticIn(text);
  const status = enhancedStatus(diagnostic ?? text);
  const isDelayed = DELAYED.test(subject) || (DELAYED.test(text) && !status?.startsWith('5'));
  return {
    action: isDelayed ? 'delayed' : 'failed',
    status: status ?? (NO_SUCH_ADDRESS.test(text) ? '5.1.1' : null),
    recipient: recipient?.toLowerCase().replace(/[.:,;]+$/, '') ?? null,
    diagnostic: diagnostic ?? paragraph(text, recipient),
  };
}

function recipientIn(text: string): string | null {
  for (const pattern of RECIPIENT) {
    const found = pattern.exec(text)?.[1];
    if (found) return found;
  }
  return null;
}

/** A line with a server's code in it. */
function diagnosticIn(text: string): string | null {
  const line = text
    .split('\n')
    .find((line) =>
      /(?<![\d.])[45]\d\d[ -]|#[45]\d\d |\(?#?(?<![\d.])[45]\.\d{1,3}\.\d{1,3}(?!\.?\d)/.test(
        line.slice(0, 500),
      ),
    );
  return line?.trim().slice(0, 1_000) ?? null;
}

/** Without a code: what stands after the address. */
function paragraph(text: string, recipient: string | null): string | null {
  const at = recipient === null ? -1 : text.indexOf(recipient);
  const after = at < 0 ? text : text.slice(at + (recipient?.length ?? 0));
  return (
    after
      .replace(/^[>):\s]+/, '')
      .split('\n\n', 1)[0]
      ?.trim()
      .slice(0, 1_000) || null
  );
}
