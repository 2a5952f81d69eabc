// Generated from openapi/ by `pnpm generate`. Do not edit.

import type { Open } from '../open.ts';
import type * as contract from './contract.ts';

/** One customer of the service. Everything a key can read belongs to exactly one account. */
export interface Account extends Open<contract.Account> {}

/** Headline totals, as of this moment. */
export interface AccountTotals extends Open<contract.AccountTotals> {}

/** A permission. An API key holds the scopes it was granted and no others. */
export type Scope = contract.Scope;

/** What may be told about an API key. The secret itself is shown once, at creation, and never again. */
export interface ApiKey extends Open<contract.ApiKey> {}

/** The calling account, its headline totals, and the key that made the call. */
export interface Me extends Open<contract.Me> {}

/** unauthorized: no credential was sent, or a session's change came from another site. invalid_key: the key does not exist, or is not one. expired_key: the key is past its expiry. revoked_key: the key was revoked. insufficient_scope: the key lacks required_scope. not_found: there is no such object in this account, or no such path. rate_limited: the quota is used up; wait for Retry-After. test_send_required: the magnet has no successful test send. invalid_state: the campaign's status does not allow it. system_paused: the system paused the campaign, and only the application leads out of it. invalid_parameter: a query parameter or the body is invalid. internal_error: the server failed. */
export type ErrorCode = contract.ErrorCode;

/** Range of IST calendar days, today included: 7d is today and the six days before, 1m and 3m begin on the same day of an earlier month, all begins with the account's first fact. */
export type UsageRange = contract.UsageRange;

/** Calls, tokens and money. */
export interface UsageTotals extends Open<contract.UsageTotals> {}

/** Usage of one model. */
export interface UsageByModel extends Open<contract.UsageByModel> {}

/** Usage by one part of the service. */
export interface UsageByEndpoint extends Open<contract.UsageByEndpoint> {}

/** Usage on one IST calendar day. */
export interface UsageByDay extends Open<contract.UsageByDay> {}

/** AI spend and token consumption within a range of IST calendar days. Costs are what the service recorded call by call. */
export interface Usage extends Open<contract.Usage> {}

/** running: under way. succeeded: nothing failed. partial: some items failed. failed: the run itself failed. */
export type JobStatus = contract.JobStatus;

/** One thing that went wrong in a job run. */
export interface JobFailure extends Open<contract.JobFailure> {}

/** One run of a scheduled job. */
export interface JobRun extends Open<contract.JobRun> {}

/** A page of job runs, latest first. */
export interface JobRunList extends Open<contract.JobRunList> {}

/** Host of a sending inbox. */
export type EmailProvider = contract.EmailProvider;

/** active: may send. paused: stopped by the owner. disconnected: the service has lost access. */
export type EmailAccountStatus = contract.EmailAccountStatus;

/** bounces: too many emails came back. deliverability: its mail server refused the sign-in, or its domain fails SPF or DKIM. */
export type PauseCause = contract.PauseCause;

/** A stop that the system put on a sending inbox to protect its reputation. */
export interface SystemPause extends Open<contract.SystemPause> {}

/** off: not warming. warming: volume is being raised. complete: at full volume. */
export type WarmupState = contract.WarmupState;

/** State of an inbox's warmup. */
export interface Warmup extends Open<contract.Warmup> {}

/** good: a bounce rate below 2% with every check passed. watch: in between. poor: a bounce rate of 5% or more, or SPF or DKIM fails. */
export type Health = contract.Health;

/** pass: the record is right. fail: it is missing or wrong. unknown: it could not be looked up, or has not been yet. */
export type DnsCheck = contract.DnsCheck;

/** Health of an inbox, over today and the 29 IST days before. */
export interface Deliverability extends Open<contract.Deliverability> {}

/** A sending inbox. */
export interface EmailAccount extends Open<contract.EmailAccount> {}

/** Figures over all sending inboxes. */
export interface EmailAccountSummary extends Open<contract.EmailAccountSummary> {}

/** Every sending inbox on one page, with a summary over all of them. */
export interface EmailAccountList extends Open<contract.EmailAccountList> {}

/** Range of IST calendar days, today included: 7d is today and the six days before; all begins with the account's first fact. */
export type DashboardRange = contract.DashboardRange;

/** active leaves archived magnets out of every figure; all counts them. */
export type DashboardScope = contract.DashboardScope;

/** Headline figures of the range. Rates follow the deliveries sent in the range, so none exceeds 1. */
export interface DashboardKpis extends Open<contract.DashboardKpis> {}

/** sent: it left. delivered: it was opened, the recipient's server confirmed it, or it did not bounce within 24 hours. opened: it was opened. clicked: it was clicked. */
export type DeliveryStage = contract.DeliveryStage;

/** One stage of the delivery funnel. */
export interface DashboardStage extends Open<contract.DashboardStage> {}

/** One IST calendar day. A day's row is the same in whatever range it is requested. */
export interface DashboardDay extends Open<contract.DashboardDay> {}

/** draft: being written. private: open to those who have its link. public: open to everyone. archived: no longer offered. */
export type MagnetStatus = contract.MagnetStatus;

/** A magnet's part in the range. */
export interface TopMagnet extends Open<contract.TopMagnet> {}

/** The account's headline figures over a range of IST calendar days, exactly as the application shows them. */
export interface Dashboard extends Open<contract.Dashboard> {}

/** What is given away. */
export type MagnetKind = contract.MagnetKind;

/** How a test send went. */
export type TestSendStatus = contract.TestSendStatus;

/** A test delivery of a magnet. */
export interface TestSend extends Open<contract.TestSend> {}

/** A magnet's figures over its whole life. */
export interface MagnetPerformance extends Open<contract.MagnetPerformance> {}

/** A lead magnet: how it is set up and how it performs. */
export interface Magnet extends Open<contract.Magnet> {}

/** A page of magnets, newest first. */
export interface MagnetList extends Open<contract.MagnetList> {}

/** What may be written of a magnet. */
export interface MagnetUpdate extends Open<contract.MagnetUpdate> {}

/** Band of the lead score. hot: 75 or more. warm: 50 to 74. cool: 25 to 49. cold: below 25. */
export type Temperature = contract.Temperature;

/** active: may be written to. unsubscribed: opted out, receives nothing further. */
export type SubscriptionState = contract.SubscriptionState;

/** What passed between the account and the subscriber. */
export interface Engagement extends Open<contract.Engagement> {}

/** The account's relationship with one person. */
export interface Subscriber extends Open<contract.Subscriber> {}

/** A page of the filtered audience. */
export interface SubscriberList extends Open<contract.SubscriberList> {}

/** A magnet, by name. */
export interface MagnetReference extends Open<contract.MagnetReference> {}

/** queued: waiting. sent: left. delivered: opened, confirmed by the recipient's server, or 24 hours without a bounce. bounced: returned by the recipient's server. failed: never left. cancelled: taken out of the queue. */
export type DeliveryStatus = contract.DeliveryStatus;

/** One email that brings a magnet to a subscriber. */
export interface Delivery extends Open<contract.Delivery> {}

/** A subscriber's interest in one magnet, with every delivery made for it. */
export interface SubscriberRequest extends Open<contract.SubscriberRequest> {}

/** draft: being written. scheduled: starts later. active: sending. paused: paused by the owner, here or in the application. bounced: paused by the system for bounces. stalled: paused by the system for deliverability. completed: every lead is done. */
export type CampaignStatus = contract.CampaignStatus;

/** A campaign, by name. */
export interface CampaignReference extends Open<contract.CampaignReference> {}

/** active: steps to come. completed: received every step. stopped: taken out of the sequence. bounced: the address bounced. */
export type EnrollmentStatus = contract.EnrollmentStatus;

/** How a reply is classified. no_reply: nothing came back; a placeholder. interested: they want to know more. meeting_booked: a meeting is arranged. meeting_completed: the meeting took place. won: they became a customer. out_of_office: an automatic notice of absence. not_interested: they declined. unsubscribed: they asked not to be written to; classifying so opts nobody out. replied: they answered, and nobody has classified it; a placeholder. Placeholders never count as an outcome. */
export type ReplyIntent = contract.ReplyIntent;

/** One campaign the subscriber is or was in. Its id opens the conversation under /v1/unibox. */
export interface SubscriberEnrollment extends Open<contract.SubscriberEnrollment> {}

/** One subscriber with the history of what they requested and where they are enrolled. */
export interface SubscriberDetail extends Open<contract.SubscriberDetail> {}

/** What may be written of a subscriber. Fields that are absent stay as they are. */
export interface SubscriberUpdate extends Open<contract.SubscriberUpdate> {}

/** What unsubscribing did. */
export interface UnsubscribeResult extends Open<contract.UnsubscribeResult> {}

/** api: a call to this API. application: the owner, in the application. system: the service itself. */
export type PausedBy = contract.PausedBy;

/** A pause and its origin. */
export interface CampaignPause extends Open<contract.CampaignPause> {}

/** Day of the week. */
export type Weekday = contract.Weekday;

/** How a campaign sends. */
export interface CampaignSettings extends Open<contract.CampaignSettings> {}

/** A campaign's leads by the state of their enrollment. The four states sum to total. */
export interface CampaignLeads extends Open<contract.CampaignLeads> {}

/** An outbound email campaign: its settings and its leads. */
export interface Campaign extends Open<contract.Campaign> {}

/** A page of campaigns, newest first. */
export interface CampaignList extends Open<contract.CampaignList> {}

/** Sends by state. Only those that are sent count as sends; a send has no delivered state. */
export interface CampaignSends extends Open<contract.CampaignSends> {}

/** enrolled: the lead is in the campaign. contacted: a send has left, or they replied. replied: they count as having replied. converted: they converted. */
export type EnrollmentStage = contract.EnrollmentStage;

/** One stage of a campaign's funnel. */
export interface CampaignStage extends Open<contract.CampaignStage> {}

/** An intent that is an outcome, that is, any but the placeholders. interested: they want to know more. meeting_booked: a meeting is arranged. meeting_completed: the meeting took place. won: they became a customer. out_of_office: an automatic notice of absence. not_interested: they declined. unsubscribed: they asked not to be written to; classifying so opts nobody out. */
export type ClassifiedIntent = contract.ClassifiedIntent;

/** Replies classified with one intent. */
export interface IntentCount extends Open<contract.IntentCount> {}

/** One IST calendar day of a campaign. */
export interface CampaignDay extends Open<contract.CampaignDay> {}

/** One A/B variant of a step. */
export interface VariantMetrics extends Open<contract.VariantMetrics> {}

/** One step of the sequence, over all its variants. */
export interface StepMetrics extends Open<contract.StepMetrics> {}

/** All figures of one campaign, over its whole life. */
export interface CampaignMetrics extends Open<contract.CampaignMetrics> {}

/** What may be said with a pause. */
export interface CampaignPauseRequest extends Open<contract.CampaignPauseRequest> {}

/** Replies of one campaign. */
export interface CampaignReplies extends Open<contract.CampaignReplies> {}

/** A subscriber, as the counterpart of a conversation. */
export interface Lead extends Open<contract.Lead> {}

/** A conversation, as a line of the inbox. Its id is the enrollmentId. */
export interface ConversationSummary extends Open<contract.ConversationSummary> {}

/** The reply inbox, rolled up. */
export interface Unibox extends Open<contract.Unibox> {}

/** replied: the lead answered. unsubscribed: the lead opted out. manual: taken out by the owner, or because a colleague answered, they no longer work there, or an email to them failed and was not tried again. */
export type StopReason = contract.StopReason;

/** queued: waiting. sent: left. failed: could not be handed over. bounced: left and came back. cancelled: taken out of the queue. */
export type SendStatus = contract.SendStatus;

/** One mail of the sequence. */
export interface ConversationSend extends Open<contract.ConversationSend> {}

/** One mail received from the lead. */
export interface ConversationReply extends Open<contract.ConversationReply> {}

/** An answer to the lead, written by hand in the application and sent in the same thread. */
export interface ConversationAnswer extends Open<contract.ConversationAnswer> {}

/** One lead in one campaign, with every mail sent, every reply received and every answer given. */
export interface Conversation extends Open<contract.Conversation> {}

/** What may be written of a conversation. */
export interface ConversationUpdate extends Open<contract.ConversationUpdate> {}
