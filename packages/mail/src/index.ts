export { readShown, type ShownEmail } from './parse/shown.ts';
export { type Mail, PARSE_LIMITS, type ParseLimits, type Report, parseMail } from './parse/mail.ts';
export type { Mailbox } from './parse/headers.ts';
export type { Blame, Outcome, SmtpStep } from './smtp/outcome.ts';
export type { Envelope } from './smtp/envelope.ts';
export { needsUtf8, wireAddress } from './smtp/envelope.ts';
export { blame } from './smtp/blame.ts';
export { type Reply, readReply } from './smtp/reply.ts';
export { type PresetName, presetOf, PRESETS } from './smtp/presets.ts';
export { TIMEOUTS, type Timeouts } from './smtp/timeouts.ts';
export { openSmtp, type Smtp, type SmtpOptions } from './smtp/sender.ts';
export {
  type ConnectionStep,
  type ConnectionTest,
  type ConnectionTestOptions,
  testSmtp,
} from './smtp/test-connection.ts';
export { isLoopback, parseSmtpUrl, type Protection, type SmtpServer } from './smtp/url.ts';
export { type Stripped, stripQuoted } from './replies/quoted.ts';
export { type AutoReply, readAutoReply } from './replies/automatic.ts';
export { returnDate } from './replies/return-date.ts';
export { type Bounce, readBounce } from './bounces/bounce.ts';
export { type Complaint, readComplaint } from './bounces/complaint.ts';
export { composeMail, type ComposedEmail, type Email } from './compose/compose.ts';
export { type Person, replySubject, subjectLine } from './compose/headers.ts';
export type { Footer } from './compose/parts.ts';
export { readComposed, type ReadEmail } from './compose/read.ts';
export { returnPath } from './compose/return-path.ts';
export { type ImapServer, parseImapUrl } from './imap/url.ts';
export { ImapFailure, type ImapStep } from './imap/failure.ts';
export { IMAP_TIMEOUTS, type ImapTimeouts } from './imap/connection.ts';
export { type Inbox, type InboxHandlers, openInbox } from './imap/inbox.ts';
export type { Batch, FetchedMail, Position } from './imap/read.ts';
export type { SentBatch, SentCopy } from './imap/sent.ts';
export { checkImap, type ImapCheck } from './imap/check.ts';
export { checkTemplate, renderTemplate } from './templates/index.ts';
export type { TemplateProblem } from './templates/position.ts';
export type { Rendered } from './templates/template.ts';
export type { TemplateValues } from './templates/values.ts';
export { type Intent, type IntentFound, INTENTS, readIntent } from './intent/intent.ts';
export { askModel, type Model, type ModelAnswer, type Usage } from './intent/model.ts';
export { checkDomain, type DomainCheckOptions, type DomainChecks } from './dns/check-domain.ts';
export { type DnsResolver, dnsResolver } from './dns/look-up.ts';
export type { DnsCheck } from './dns/result.ts';
export { type InboxTest, testConnection } from './test-connection.ts';
