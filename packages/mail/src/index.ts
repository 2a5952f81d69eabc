export { type Bounce, readBounce } from './bounces/bounce.ts';
export { type Complaint, readComplaint } from './bounces/complaint.ts';

export { type ComposedEmail, composeMail, type Email } from './compose/compose.ts';
export { replySubject } from './compose/headers.ts';
export { readComposed } from './compose/read.ts';
export { returnPath } from './compose/return-path.ts';

export { checkDomain, type DomainCheckOptions, type DomainChecks } from './dns/check-domain.ts';
export { dnsResolver } from './dns/look-up.ts';

export { checkImap, type ImapCheck } from './imap/check.ts';
export { IMAP_TIMEOUTS, type ImapTimeouts } from './imap/connection.ts';
export { ImapFailure } from './imap/failure.ts';
export { type Inbox, openInbox } from './imap/inbox.ts';
export type { Batch, FetchedMail, Position } from './imap/read.ts';
export type { SentBatch, SentCopy } from './imap/sent.ts';
export { type ImapServer, parseImapUrl } from './imap/url.ts';

export { type Intent, type IntentFound, INTENTS, readIntent } from './intent/intent.ts';
export { askModel, type Model, type ModelAnswer } from './intent/model.ts';

export type { Mailbox } from './parse/headers.ts';
export { type Mail, parseMail } from './parse/mail.ts';
export { readShown } from './parse/shown.ts';

export { readAutoReply } from './replies/automatic.ts';
export { readInvitation } from './replies/invitation.ts';
export { stripQuoted } from './replies/quoted.ts';
export { returnDate } from './replies/return-date.ts';

export { blame } from './smtp/blame.ts';
export { type Envelope, wireAddress } from './smtp/envelope.ts';
export type { Outcome, SmtpStep } from './smtp/outcome.ts';
export { presetOf, PRESETS } from './smtp/presets.ts';
export { readReply, type Reply } from './smtp/reply.ts';
export { openSmtp, type Smtp, type SmtpOptions } from './smtp/sender.ts';
export { type ConnectionTest, type ConnectionTestOptions, testSmtp } from './smtp/test-connection.ts';
export { TIMEOUTS, type Timeouts } from './smtp/timeouts.ts';
export { isLoopback, parseSmtpUrl, type SmtpServer } from './smtp/url.ts';

export { checkTemplate, renderTemplate } from './templates/index.ts';
export type { TemplateProblem } from './templates/position.ts';
