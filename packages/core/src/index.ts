export { listActivity, RUN_STATUSES, type RunStatus } from './account/activity.ts';
export { isEmailAddress } from './email-address.ts';
export { listEmailAccounts } from './email-accounts/list.ts';
export { setInboxStatus } from './email-accounts/status.ts';
export { readMe } from './account/me.ts';
export { editProfile, LONGEST_ACCOUNT_NAME, type Profile, readProfile } from './account/profile.ts';
export { audit, AUDIT_ACTIONS, type AuditAction } from './audit.ts';
export { type AuditEntry, type AuditFilter, listAuditLog } from './audit-log.ts';
export { LONGEST_REASON, pauseCampaign, resumeCampaign } from './campaigns/control.ts';
export {
  activateCampaign,
  missingToSend,
  scheduleCampaign,
  startScheduled,
  unscheduleCampaign,
} from './campaigns/activate.ts';
export { completeCampaigns } from './campaigns/complete.ts';
export {
  type CampaignDraft,
  createCampaign,
  deleteDraft,
  duplicateCampaign,
  editCampaign,
} from './campaigns/edit.ts';
export { type EditChanges, whomAnEditChanges } from './campaigns/edit-changes.ts';
export { type CampaignForm, readCampaignForm } from './campaigns/form.ts';
export { countAudience, joinAudience, joiningCampaigns } from './campaigns/join.ts';
export {
  deleteFilter,
  LONGEST_FILTER_NAME,
  type SavedFilter,
  saveFilter,
} from './subscribers/saved-filters.ts';
export { type BulkChange, type BulkProgress, changeSubscribers, type Chosen } from './subscribers/bulk.ts';
export {
  audienceOf,
  CAMPAIGN_DEFAULTS,
  type CampaignSettings,
  checkSettings,
  checkSteps,
  COLLEAGUE_REPLIES,
  type StepDraft,
  type VariantDraft,
  WEEKDAYS,
} from './campaigns/settings.ts';
export { readSteps, type Step } from './campaigns/steps.ts';
export {
  connectInbox,
  editInbox,
  type InboxConnection,
  readInboxSecrets,
  removeInbox,
  type ServerSecret,
} from './email-accounts/connect.ts';
export { type InboxForm, isWaitedFor, readInboxForm } from './email-accounts/form.ts';
export { checkInbox, type InboxSettings } from './email-accounts/settings.ts';
export { type Lead, listLeads } from './enrollments/list.ts';
export { addLead, moveLead, stopLead } from './enrollments/lead.ts';
export { cancelOpenSends } from './enrollments/open-sends.ts';
export { isTimeZone } from './planner/zone.ts';
export { openServer, sealServer } from './email-accounts/secrets.ts';
export { accountsThatSend } from './sending/accounts.ts';
export { beginMails, releaseMails } from './sending/begin.ts';
export { claimSteps } from './sending/claim.ts';
export { DOUBT_HOURS, settleOldDoubts } from './sending/doubts.ts';
export {
  keepStepLinks,
  keepStepsInOutbox,
  type OutgoingStep,
  readOutgoing,
  readSender,
  type SenderProfile,
} from './sending/outgoing.ts';
export { prepareSending } from './sending/prepare.ts';
export { addCampaignTest, readSampleLead, type SampleLead } from './campaigns/test-mail.ts';
export { claimRetries } from './sending/retry.ts';
export { exportSubscribers, type ExportedSubscriber, fieldNames } from './subscribers/export.ts';
export { emptyReport, type ImportReport, type ImportRow, importSubscribers } from './subscribers/import.ts';
export { type Forecast, forecast, LONGEST_FORECAST } from './sending/forecast.ts';
export {
  type PlannedEmail,
  plannedEmails,
  type PlannedHour,
  plannedHours,
} from './sending/planned-emails.ts';
export {
  type DomainFindings,
  type InboxDomain,
  inboxesToCheck,
  keepDomainChecks,
  readDomainChecks,
} from './email-accounts/domain-checks.ts';
export { type InboxTrouble } from './email-accounts/troubles.ts';
export { warmUp } from './email-accounts/warm-up.ts';
export { WARM_UP_MINUTE } from './planner/warm-up.ts';
export { type NotNow, whyNotNow } from './enrollments/not-now.ts';
export { betterVariant } from './figures/significance.ts';
export { type ActiveCampaign } from './campaigns/performance.ts';
export {
  type Campaign,
  type CampaignDetails,
  listCampaigns,
  listCampaignsWithPerformance,
  readCampaign,
  readCampaignDetails,
} from './campaigns/read.ts';
export { SYSTEM_PAUSES } from './campaigns/states.ts';
export {
  readStalledInboxes,
  readSystemPause,
  resumeAfterSystemPause,
  reviewBounces,
} from './campaigns/system-pause.ts';
export { DASHBOARD_RANGES, type Day, istDay, istHour, istMinute, TIME_ZONE, USAGE_RANGES } from './days.ts';
export { type Account, type Actor, forAccount } from './db/account.ts';
export {
  connect,
  type Db,
  type Location,
  type PoolUse,
  poolUse,
  type PostgresLocation,
} from './db/connect.ts';
export { migrate, NewerSchema, repairFigures, type SchemaState, schemaState } from './db/migrate.ts';
export type { Page, Paging } from './db/page.ts';
export type {
  AudienceFilters,
  CampaignStatus,
  MagnetStatus,
  MailState,
  ReplyIntent,
  SubscriptionState,
} from './db/schema.ts';
export { ageScores } from './figures/age-scores.ts';
export { type CampaignMetrics, readCampaignMetrics } from './campaigns/metrics.ts';
export { type Attention } from './dashboard/attention.ts';
export { type Overview, readOverview } from './dashboard/overview.ts';
export {
  type Dashboard,
  type DashboardRange,
  type DashboardScope,
  readDashboard,
  readDashboardAndBefore,
} from './dashboard/read.ts';
export { foldFigures } from './figures/fold.ts';
export { CLASSIFIED_INTENTS, PLACEHOLDER_INTENTS } from './figures/intents.ts';
export { lockInOrder } from './figures/lock-order.ts';
export { type Difference, reconcile } from './figures/reconcile.ts';
export { HALVED_AFTER_DAYS, scoresOf, type Temperature, TEMPERATURES, WEIGHTS } from './figures/score.ts';
export { readUsage, type UsageRange } from './account/usage.ts';
export { fromWire, type Kind, newId, toWire } from './ids.ts';
export { type Authentication, authenticateKey } from './keys/authenticate.ts';
export {
  EXPIRY_DAYS,
  type ExpiryDays,
  hintOf,
  type Key,
  READ_SCOPES,
  type Scope,
  SCOPES,
} from './keys/key.ts';
export { createKey, type KeyState, type ListedKey, listKeys, revokeKey } from './keys/manage.ts';
export { keyUseRecorder } from './keys/use.ts';
export {
  LONGEST_BODY,
  LONGEST_DESCRIPTION,
  LONGEST_SLUG,
  LONGEST_SUBJECT,
  LONGEST_TITLE,
  assetLinkOf,
  FIRST_DELIVERY,
  MAGNET_FIELDS,
  MAGNET_KINDS,
  type MagnetContent,
  OPT_INS,
} from './magnets/content.ts';
export {
  type Asset,
  LARGEST_ASSET,
  readAsset,
  readAssetBytes,
  setAssetLink,
  storeAsset,
  pruneHalfAssets,
} from './magnets/asset.ts';
export { createMagnet, duplicateMagnet, type NewMagnet } from './magnets/create.ts';
export { editMagnet } from './magnets/edit.ts';
export { type Sender, senderOf, senderThrough } from './magnets/sender.ts';
export { listSenders, type MagnetSettings, readMagnetSettings } from './magnets/settings.ts';
export { type Branding, readBrand, readBranding } from './capture/branding.ts';
export { LARGEST_LOGO, removeLogo, setLogo } from './capture/logo.ts';
export { readLogo } from './capture/logo-by-token.ts';
export { type BrandingEdit, editBranding } from './capture/edit-branding.ts';
export { type Confirmation, CONFIRM_DAYS, confirm, readConfirmation } from './capture/confirm.ts';
export { inkOn, OWN_COLOR } from './capture/color.ts';
export { consentWords } from './capture/consent.ts';
export { type Download, downloadPath, openDownload } from './capture/download.ts';
export { newFormToken, readFormToken } from './capture/form-token.ts';
export { type Brand, type Capture, capturePath, openCapture } from './capture/open.ts';
export { type MagnetRequest, requestMagnet } from './capture/request.ts';
export { isSigned, sign } from './capture/sign.ts';
export { pruneUsedForms } from './capture/used-forms.ts';
export { type Visitor, visitorOf } from './capture/visitor.ts';
export { listMagnets, type Magnet, readMagnet } from './magnets/read.ts';
export { changeMagnetStatus } from './magnets/status.ts';
export { addTestMail, recordTestSend } from './magnets/test-send.ts';
export { listMagnetTitles } from './magnets/titles.ts';
export { readListControls } from './subscribers/list-controls.ts';
export { openSubscriberLink, subscriberLink } from './preferences/link.ts';
export { eraseSubscriber } from './privacy/erase.ts';
export { exportPerson } from './privacy/export.ts';
export { notFound, Refusal, type RefusalCode } from './refusal.ts';
export {
  editSubscriber,
  LONGEST_NAME,
  LONGEST_TAG,
  MAX_TAGS,
  type SubscriberEdit,
} from './subscribers/edit.ts';
export { type Audience, listSubscribers } from './subscribers/list.ts';
export type { SubscriberOrder } from './subscribers/audience-page.ts';
export { readPreferences } from './subscribers/preferences.ts';
export { LONGEST_SEARCH, searchWords } from './subscribers/search.ts';
export { readSubscriber, type Subscriber } from './subscribers/read.ts';
export { askToResubscribe, readResubscription, resubscribe } from './subscribers/resubscribe.ts';
export { unsubscribe } from './subscribers/subscription.ts';
export { type Conversation, readConversation } from './unibox/conversation.ts';
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
export { DiskRefuses, FREE_MARGIN, freeBytes } from './db/disk-space.ts';
export { isMade, Unopenable } from './db/made.ts';
export { isOutage, isOvertime } from './db/outage.ts';
export { listBlockedSignIns, recordBlockedSignIn } from './sessions/blocked.ts';
export { pruneSessions } from './sessions/prune.ts';
export { endOtherSessions, endSession, listSessions } from './sessions/manage.ts';
export { CHALLENGE_MINUTES, meetChallenge, readChallenge } from './sessions/challenge.ts';
export { type SignedIn, signIn, signInByLink } from './sessions/sign-in.ts';
export {
  authenticateSession,
  newSecret,
  type Session,
  SESSION_DAYS,
  signOut,
  startSession,
} from './sessions/session.ts';
export { createSignInLink, LINK_MINUTES, readSignInLink, useSignInLink } from './sessions/sign-in-link.ts';
export { accountIds, createAccount, findUser, firstUser } from './users/create.ts';
export {
  askToChangeEmail,
  confirmEmailChange,
  EMAIL_CHANGE_HOURS,
  readEmailChange,
  readEmailLink,
  withdrawEmailChange,
} from './users/change-email.ts';
export {
  acceptInvitation,
  type Invitation,
  invite,
  INVITATION_DAYS,
  type ListedInvitation,
  listInvitations,
  readInvitation,
  withdrawInvitation,
} from './users/invitations.ts';
export { type ListedUser, listUsers } from './users/list.ts';
export { removeUser, type Role, ROLES, setRole } from './users/roles.ts';
export {
  encodingOf,
  hasOwnSession,
  knowsCase,
  type Readiness,
  readinessOf,
  statementTimeout,
  unsafeSettings,
} from './db/health.ts';
export { readFrom } from './db/replica.ts';
export { type InstallationFigures, readInstallation, type Waiting } from './figures/installation.ts';
export { DataDirInUse, lockDataDir } from './db/lock.ts';
export type { KeysOf } from './two-step/code.ts';
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
export { readUser, setPassword } from './users/user.ts';
export { Busy, LONGEST_PASSWORD, SHORTEST_PASSWORD } from './users/password.ts';
export { openMailToken, subscriberOfMail } from './mails/by-token.ts';
export { accountsWithArrivedDeliveries, settleDelivered } from './deliveries/delivered.ts';
export { countEvents } from './tracking/count.ts';
export { accountsWithUncountedEvents } from './tracking/uncounted.ts';
export { type Judgement, judge } from './tracking/judge.ts';
export { pruneVisits, VISIT_DAYS } from './tracking/prune.ts';
export { type Recorded, recordVisits, type Visit } from './tracking/record.ts';
export { type ClaimedMail, claimMail, claimMails, LEASE_SECONDS, renewClaim } from './mails/claim.ts';
export { type InboxServer, readInboxServer } from './email-accounts/server.ts';
export { accountsWithDueMails } from './mails/due.ts';
export { keepMailLinks } from './mails/links.ts';
export { keepInOutbox } from './mails/outbox.ts';
export { type KeptMail, listOutbox, readOutboxMail } from './mails/read-outbox.ts';
export { type Imported, suppressList } from './suppressions/import.ts';
export { type ListedSuppression, listSuppressions } from './suppressions/list.ts';
export { type DeliveryContent, readAskedTitles, readDeliveryContent } from './deliveries/content.ts';
export { settleExpiredClaims } from './mails/expired.ts';
export { addMails, type MailIdentity, type NewMail, newMailToken } from './mails/mail.ts';
export { type Attempt, RETRY_AFTER_MINUTES, type Settlement, settleMails } from './mails/settle.ts';
export { liftSuppression, type NewSuppression, suppress } from './suppressions/suppress.ts';
export { connectBeside, embeddedOf } from './db/connect.ts';
export { listen } from './db/listen.ts';
export { watchGrowth } from './db/growth.ts';
export {
  finishRun,
  progressRun,
  pruneRuns,
  RUN_DAYS,
  type RunFailure,
  type RunProgress,
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
export {
  adoptInstallation,
  databaseIdOf,
  type Entered,
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
  type SecretContext,
  SecretError,
  secretKeyId,
  type SecretKeys,
} from './installation/secrets.ts';
export type { Incoming } from './inbox/incoming.ts';
export { receiveMails } from './inbox/receive.ts';
export type { BounceRead, Reading, ReceivedMail } from './inbox/received.ts';
export {
  keepSynced,
  keepSyncFailure,
  pruneRawMails,
  RAW_DAYS,
  readInboxes,
  type SyncedInbox,
  type SyncPosition,
} from './inbox/syncs.ts';
export { accountsWithInboxes, accountsWithUnclassified } from './inbox/accounts.ts';
export { readDoubts } from './inbox/doubts.ts';
export { keepSentCopies, keepSentPosition, type SentCopyRead } from './inbox/sent-copies.ts';
export { type Classified, classifyReply, readUnclassified, type Unclassified } from './unibox/classify.ts';
export {
  type ModelSettings,
  readModel,
  readModelKey,
  recordAiCall,
  removeModel,
  setModel,
} from './ai/model.ts';
export { CAMPAIGN_LIMIT, INBOX_LIMIT, judgeDeliverability } from './watch/judge.ts';
export { type BlamedMail, latestBlamed } from './watch/blamed.ts';
export { DOMAIN_GRACE_HOURS } from './watch/domains.ts';
export { resumeMended, resumeSignedIn } from './watch/mended.ts';
export { liftInboxPause, pauseInbox, resumeInbox } from './watch/pause.ts';
export { readPauseRecord, readRefusedInboxes, type SystemPauseRecord } from './watch/paused.ts';
export { LONGEST_ANSWER, saveDraft, sendAnswer } from './answers/answer.ts';
export { type ConversationDetails, readAnswerContent, readConversationDetails } from './answers/read.ts';
export { recordConversion } from './unibox/convert.ts';
export { listUnmatched, readUnmatched, type UnmatchedEmail } from './unibox/unmatched.ts';
export {
  applyReread,
  type KeptEmail,
  type Made,
  readKept,
  readReclassifiable,
  type Reclassifiable,
  reopenIntent,
  readUnproven,
  reread,
  type Reread,
} from './inbox/reread.ts';
