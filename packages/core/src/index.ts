export { type AuditEntry, type AuditFilter, listAuditLog } from './audit-log.ts';
export { audit, AUDIT_ACTIONS, type AuditAction } from './audit.ts';
export { DASHBOARD_RANGES, type Day, istDay, istMinute, TIME_ZONE, USAGE_RANGES } from './days.ts';
export { isEmailAddress } from './email-address.ts';
export { fromWire, type Kind, newId, toWire } from './ids.ts';
export { notFound, Refusal, type RefusalCode } from './refusal.ts';
export { type Bound, readTimestamp } from './timestamp.ts';

export { listActivity, RUN_STATUSES } from './account/activity.ts';
export { readMe } from './account/me.ts';
export { editProfile, LONGEST_ACCOUNT_NAME, type Profile, readProfile } from './account/profile.ts';
export { readUsage, type UsageRange } from './account/usage.ts';

export { readModel, readModelKey, recordAiCall, removeModel, setModel } from './ai/model.ts';

export { LONGEST_ANSWER, saveDraft, sendAnswer } from './answers/answer.ts';
export { type ConversationDetails, readAnswerContent, readConversationDetails } from './answers/read.ts';

export {
  activateCampaign,
  missingToSend,
  unsendable,
  scheduleCampaign,
  startScheduled,
  unscheduleCampaign,
} from './campaigns/activate.ts';
export { completeCampaigns } from './campaigns/complete.ts';
export { LONGEST_REASON, pauseCampaign, resumeCampaign } from './campaigns/control.ts';
export { type EditChanges, whomAnEditChanges } from './campaigns/edit-changes.ts';
export {
  type CampaignDraft,
  createCampaign,
  deleteDraft,
  duplicateCampaign,
  editCampaign,
} from './campaigns/edit.ts';
export { type CampaignForm, readCampaignForm } from './campaigns/form.ts';
export { countAudience, joinAudience, joiningCampaigns } from './campaigns/join.ts';
export { type CampaignMetrics, readCampaignMetrics } from './campaigns/metrics.ts';
export type { ActiveCampaign } from './campaigns/performance.ts';
export {
  type Campaign,
  type CampaignDetails,
  listCampaigns,
  listCampaignsWithPerformance,
  readCampaign,
  readCampaignDetails,
} from './campaigns/read.ts';
export { resumeAfterSystemPause, reviewBounces } from './campaigns/resume-after-system-pause.ts';
export {
  CAMPAIGN_DEFAULTS,
  type CampaignSettings,
  checkSettings,
  checkSteps,
  COLLEAGUE_REPLIES,
  type StepDraft,
  VARIANT_LABELS,
  WEEKDAYS,
} from './campaigns/settings.ts';
export { SYSTEM_PAUSES } from './campaigns/states.ts';
export { readSteps, type Step } from './campaigns/steps.ts';
export type { CampaignPause, Checklist, NoInbox } from './campaigns/system-pause.ts';
export { addCampaignTest, readSampleLead, type SampleLead } from './campaigns/test-mail.ts';

export { type Branding, readBrand, readBranding } from './capture/branding.ts';
export { inkOn, OWN_COLOR } from './capture/color.ts';
export { confirm, type Confirmation, readConfirmation } from './capture/confirm.ts';
export { consentWords } from './capture/consent.ts';
export { type Download, downloadPath, openDownload } from './capture/download.ts';
export { type BrandingEdit, editBranding } from './capture/edit-branding.ts';
export { newFormToken, readFormToken } from './capture/form-token.ts';
export { readLogo } from './capture/logo-by-token.ts';
export { LARGEST_LOGO, removeLogo, setLogo } from './capture/logo.ts';
export { type Brand, type Capture, capturePath, openCapture } from './capture/open.ts';
export { requestMagnet } from './capture/request.ts';
export { sign } from './capture/sign.ts';
export { pruneUsedForms } from './capture/used-forms.ts';
export { visitorOf } from './capture/visitor.ts';

export type { Attention } from './dashboard/attention.ts';
export { type Overview, readOverview } from './dashboard/overview.ts';
export {
  type Dashboard,
  type DashboardRange,
  type DashboardScope,
  readDashboard,
  readDashboardAndBefore,
} from './dashboard/read.ts';

export { type Account, forAccount } from './db/account.ts';
export {
  connect,
  connectBeside,
  type Db,
  embeddedOf,
  type Location,
  type PoolUse,
  poolUse,
  type PostgresLocation,
} from './db/connect.ts';
export { DiskRefuses, FREE_MARGIN, freeBytes } from './db/disk-space.ts';
export { isMade, Unopenable } from './db/embedded-directory.ts';
export { watchGrowth } from './db/growth.ts';
export {
  encodingOf,
  hasOwnSession,
  knowsCase,
  type Readiness,
  readinessOf,
  statementTimeout,
  unsafeSettings,
} from './db/health.ts';
export { listen } from './db/listen.ts';
export { DataDirInUse, lockDataDir } from './db/lock.ts';
export { migrate, NewerSchema, repairFigures, schemaState } from './db/migrate.ts';
export { isOutage, isOvertime } from './db/outage.ts';
export type { Page } from './db/page.ts';
export { readFrom } from './db/replica.ts';
export type { AudienceFilters, CampaignStatus, MagnetStatus, MailState, ReplyIntent } from './db/schema.ts';

export { type BlamedMail, latestBlamed } from './deliverability/blamed.ts';
export { DOMAIN_GRACE_HOURS } from './deliverability/domains.ts';
export { INBOX_LIMIT, judgeDeliverability } from './deliverability/judge.ts';
export { resumeMended, resumeSignedIn } from './deliverability/mended.ts';
export { liftInboxPause, pauseInbox, resumeInbox } from './deliverability/pause.ts';
export { readPauseRecord, readRefusedInboxes, type SystemPauseRecord } from './deliverability/paused.ts';

export { readAskedTitles, readDeliveryContent } from './deliveries/content.ts';
export { accountsWithArrivedDeliveries, settleDelivered } from './deliveries/delivered.ts';

export { connectInbox, editInbox, readInboxSecrets, removeInbox } from './email-accounts/connect.ts';
export {
  type InboxDomain,
  inboxesToCheck,
  keepDomainChecks,
  readDomainChecks,
} from './email-accounts/domain-checks.ts';
export { type InboxForm, isWaitedFor, readInboxForm } from './email-accounts/form.ts';
export { listEmailAccounts } from './email-accounts/list.ts';
export { openServer, sealServer } from './email-accounts/secrets.ts';
export { readInboxServer } from './email-accounts/server.ts';
export type { InboxSettings } from './email-accounts/settings.ts';
export { setInboxStatus } from './email-accounts/status.ts';
export type { InboxTrouble } from './email-accounts/troubles.ts';
export { warmUp } from './email-accounts/warm-up.ts';

export { addLead, moveLead, retryFailed, stopLead } from './enrollments/lead.ts';
export { makeFolder } from './make-folder.ts';
export { type Lead, listLeads } from './enrollments/list.ts';
export { type NotNow, whyNotNow } from './enrollments/not-now.ts';

export { ageScores } from './figures/age-scores.ts';
export { foldFigures } from './figures/fold.ts';
export { type InstallationFigures, readInstallation, type Waiting } from './figures/installation.ts';
export { CLASSIFIED_INTENTS, PLACEHOLDER_INTENTS } from './figures/intents.ts';
export { type Difference, reconcile } from './figures/reconcile.ts';
export { scoresOf, type Temperature, TEMPERATURES } from './figures/score.ts';
export { betterVariant } from './figures/significance.ts';

export { accountsWithInboxes, accountsWithUnclassified } from './inbox/accounts.ts';
export { readDoubts } from './inbox/doubts.ts';
export { receiveMails } from './inbox/receive.ts';
export type { Reading, ReceivedMail } from './inbox/received.ts';
export {
  applyReread,
  type KeptEmail,
  type Made,
  readKept,
  readReclassifiable,
  readUnproven,
  type Reclassifiable,
  reopenIntent,
  reread,
  type Reread,
} from './inbox/reread.ts';
export { keepSentCopies, keepSentPosition } from './inbox/sent-copies.ts';
export {
  keepSynced,
  keepSyncFailure,
  readSyncFailure,
  pruneRawMails,
  readInboxes,
  type SyncedInbox,
  type SyncPosition,
} from './inbox/syncs.ts';

export {
  adoptInstallation,
  databaseIdOf,
  enterInstallation,
  type HeldReason,
  keepPublicUrl,
  type Local,
  readPublicUrl,
  type Remembered,
  stopInstallation,
} from './installation/fence.ts';
export {
  decrypt,
  encrypt,
  keepSecretKeyId,
  readSecretKeyId,
  SECRET_KEY_BYTES,
  SecretError,
  secretKeyId,
  type SecretKeys,
} from './installation/secrets.ts';

export {
  finishRun,
  progressRun,
  pruneRuns,
  RUN_DAYS,
  type RunFailure,
  startRun,
  sweepRuns,
} from './jobs/runs.ts';
export { JOBS_CHANNEL, wake } from './jobs/wake.ts';
export {
  accountsWithLostRuns,
  ALONE_SECONDS,
  beat,
  forgetWorkers,
  joinWorkers,
  leaveWorkers,
} from './jobs/workers.ts';

export { authenticateKey, type Authentication } from './keys/authenticate.ts';
export { EXPIRY_DAYS, hintOf, type Key, READ_SCOPES, type Scope, SCOPES } from './keys/key.ts';
export { createKey, type ListedKey, listKeys, revokeKey } from './keys/manage.ts';
export { keyUseRecorder } from './keys/use.ts';

export {
  type Asset,
  LARGEST_ASSET,
  pruneHalfAssets,
  readAsset,
  readAssetBytes,
  setAssetLink,
  storeAsset,
} from './magnets/asset.ts';
export {
  assetLinkOf,
  FIRST_DELIVERY,
  LONGEST_DESCRIPTION,
  LONGEST_SLUG,
  LONGEST_SUBJECT,
  LONGEST_TITLE,
  MAGNET_FIELDS,
  MAGNET_KINDS,
  type MagnetContent,
} from './magnets/content.ts';
export { createMagnet, duplicateMagnet } from './magnets/create.ts';
export { editMagnet } from './magnets/edit.ts';
export { listMagnets, type Magnet, readMagnet } from './magnets/read.ts';
export { type Sender, senderOf, senderThrough } from './magnets/sender.ts';
export { listSenders, type MagnetSettings, readMagnetSettings } from './magnets/settings.ts';
export { changeMagnetStatus } from './magnets/status.ts';
export { addTestMail, recordTestSend } from './magnets/test-send.ts';
export { listMagnetTitles } from './magnets/titles.ts';

export { openMailToken, subscriberOfMail } from './mails/by-token.ts';
export { type ClaimedMail, claimMail, claimMails, renewClaim } from './mails/claim.ts';
export { accountsWithDueMails } from './mails/due.ts';
export { settleExpiredClaims } from './mails/expired.ts';
export { keepMailLinks } from './mails/links.ts';
export { addMails } from './mails/mail.ts';
export { keepInOutbox } from './mails/outbox.ts';
export { listOutbox, readOutboxMail } from './mails/read-outbox.ts';
export { type Attempt, settleMails, type Settlement } from './mails/settle.ts';

export { WARM_UP_MINUTE } from './planner/warm-up.ts';

export { isNobody } from './db/people.ts';
export { openSubscriberLink, subscriberLink } from './preferences/link.ts';
export { readPreferences } from './preferences/read.ts';
export { askToResubscribe, readResubscription, resubscribe } from './preferences/resubscribe.ts';

export { eraseSubscriber } from './privacy/erase.ts';
export { exportPerson } from './privacy/export.ts';

export { accountsThatSend } from './sending/accounts.ts';
export { beginMails, releaseMails } from './sending/begin.ts';
export { claimSteps } from './sending/claim.ts';
export { settleOldDoubts } from './sending/doubts.ts';
export { forecast, LONGEST_FORECAST } from './sending/forecast.ts';
export {
  keepStepLinks,
  keepStepsInOutbox,
  type OutgoingStep,
  readOutgoing,
  readSender,
  type SenderProfile,
} from './sending/outgoing.ts';
export {
  type PlannedEmail,
  plannedEmails,
  type PlannedHour,
  plannedHours,
} from './sending/planned-emails.ts';
export { prepareSending } from './sending/prepare.ts';
export { claimRetries } from './sending/retry.ts';

export { listBlockedSignIns, recordBlockedSignIn } from './sessions/blocked.ts';
export { CHALLENGE_MINUTES, meetChallenge, readChallenge } from './sessions/challenge.ts';
export { endOtherSessions, endSession, listSessions } from './sessions/manage.ts';
export { pruneSessions } from './sessions/prune.ts';
export {
  authenticateSession,
  type Session,
  SESSION_DAYS,
  signOut,
  startSession,
} from './sessions/session.ts';
export { createSignInLink, LINK_MINUTES, readSignInLink } from './sessions/sign-in-link.ts';
export { type SignedIn, signIn, signInByLink } from './sessions/sign-in.ts';

export type { SubscriberOrder } from './subscribers/audience-page.ts';
export { type BulkChange, changeSubscribers, type Chosen } from './subscribers/bulk.ts';
export { editSubscriber, LONGEST_NAME, LONGEST_TAG, MAX_TAGS } from './subscribers/edit.ts';
export { exportSubscribers, fieldNames } from './subscribers/export.ts';
export { emptyReport, type ImportReport, importSubscribers } from './subscribers/import.ts';
export type { ImportRow } from './subscribers/import-row.ts';
export { readListControls } from './subscribers/list-controls.ts';
export { type Audience, listSubscribers } from './subscribers/list.ts';
export { readSubscriber, type Subscriber } from './subscribers/read.ts';
export {
  deleteFilter,
  LONGEST_FILTER_NAME,
  type SavedFilter,
  saveFilter,
} from './subscribers/saved-filters.ts';
export { LONGEST_SEARCH, searchWords } from './subscribers/search.ts';
export { unsubscribe } from './subscribers/subscription.ts';

export { type Imported, suppressList } from './suppressions/import.ts';
export { type ListedSuppression, listSuppressions } from './suppressions/list.ts';
export { liftSuppression, suppress } from './suppressions/suppress.ts';

export { countEvents } from './tracking/count.ts';
export { judge } from './tracking/judge.ts';
export { pruneVisits, VISIT_DAYS } from './tracking/prune.ts';
export { type Recorded, recordVisits, type Visit } from './tracking/record.ts';
export { accountsWithUncountedEvents } from './tracking/uncounted.ts';

export { RECOVERY_CODES } from './two-step/recovery.ts';
export {
  confirmTwoStep,
  readSetUp,
  readTwoStep,
  renewRecoveryCodes,
  resetTwoStep,
  startTwoStep,
  turnOffTwoStep,
  type TwoStep,
  type Unproven,
} from './two-step/two-step.ts';

export { type Classified, classifyReply, readUnclassified, type Unclassified } from './unibox/classify.ts';
export { type Conversation, readConversation } from './unibox/conversation.ts';
export { recordConversion } from './unibox/convert.ts';
export { setReplyIntent } from './unibox/intent.ts';
export {
  CONVERSATION_VIEWS,
  type ConversationFilter,
  listConversations,
  type ListedConversation,
  nextConversation,
} from './unibox/list.ts';
export { readReplies } from './unibox/replies.ts';
export { readUnibox, type Unibox } from './unibox/summary.ts';
export { markRead, setDone } from './unibox/triage.ts';
export { listUnmatched, readUnmatched } from './unibox/unmatched.ts';

export {
  askToChangeEmail,
  confirmEmailChange,
  readEmailChange,
  readEmailLink,
  withdrawEmailChange,
} from './users/change-email.ts';
export { accountIds, createAccount, findUser, firstUser } from './users/create.ts';
export {
  acceptInvitation,
  type Invitation,
  INVITATION_DAYS,
  invite,
  type ListedInvitation,
  listInvitations,
  readInvitation,
  withdrawInvitation,
} from './users/invitations.ts';
export { type ListedUser, listUsers } from './users/list.ts';
export { Busy, LONGEST_PASSWORD, SHORTEST_PASSWORD } from './users/password.ts';
export { removeUser, type Role, ROLES, setRole } from './users/roles.ts';
export { readUser, setPassword } from './users/user.ts';
export { within } from './within.ts';
