export { listActivity } from './account/activity.ts';
export { listEmailAccounts } from './account/email-accounts.ts';
export { setInboxStatus } from './account/inbox-status.ts';
export { readMe } from './account/me.ts';
export { audit } from './audit.ts';
export { LONGEST_REASON, pauseCampaign, resumeCampaign } from './campaigns/control.ts';
export { type Campaign, listCampaigns, readCampaign } from './campaigns/read.ts';
export { SYSTEM_PAUSES } from './campaigns/states.ts';
export { readSystemPause, resumeAfterSystemPause, reviewBounces } from './campaigns/system-pause.ts';
export { DASHBOARD_RANGES, type Day, istDay, TIME_ZONE, USAGE_RANGES } from './days.ts';
export { type Account, type Actor, forAccount } from './db/account.ts';
export { connect, type Db, type Location } from './db/connect.ts';
export { migrate, repairFigures } from './db/migrate.ts';
export type { Page, Paging } from './db/page.ts';
export type { CampaignStatus, MagnetStatus, ReplyIntent, SubscriptionState } from './db/schema.ts';
export { ageScores } from './figures/age-scores.ts';
export { type CampaignMetrics, readCampaignMetrics } from './figures/campaign-metrics.ts';
export {
  type Dashboard,
  type DashboardRange,
  type DashboardScope,
  readDashboard,
} from './figures/dashboard.ts';
export { CLASSIFIED_INTENTS, PLACEHOLDER_INTENTS } from './figures/intents.ts';
export { type Difference, reconcile } from './figures/reconcile.ts';
export { HALVED_AFTER_DAYS, type Temperature, TEMPERATURES, WEIGHTS } from './figures/score.ts';
export { readUsage, type UsageRange } from './figures/usage.ts';
export { fromWire, type Kind, newId, toWire } from './ids.ts';
export { type Authentication, authenticateKey } from './keys/authenticate.ts';
export { EXPIRY_DAYS, type ExpiryDays, type Key, READ_SCOPES, type Scope, SCOPES } from './keys/key.ts';
export { createKey, type KeyState, type ListedKey, listKeys, revokeKey } from './keys/manage.ts';
export { keyUseRecorder } from './keys/use.ts';
export {
  editMagnet,
  LONGEST_DESCRIPTION,
  LONGEST_SLUG,
  LONGEST_TITLE,
  type MagnetEdit,
} from './magnets/edit.ts';
export { listMagnets, type Magnet, readMagnet } from './magnets/read.ts';
export { changeMagnetStatus } from './magnets/status.ts';
export { recordTestSend } from './magnets/test-send.ts';
export { listMagnetTitles } from './magnets/titles.ts';
export { openSubscriberLink, subscriberLink } from './preferences/link.ts';
export { Refusal, type RefusalCode } from './refusal.ts';
export {
  editSubscriber,
  LONGEST_NAME,
  LONGEST_TAG,
  MOST_TAGS,
  type SubscriberEdit,
} from './subscribers/edit.ts';
export { type Audience, listSubscribers } from './subscribers/list.ts';
export type { SubscriberOrder } from './subscribers/pick.ts';
export { readPreferences } from './subscribers/preferences.ts';
export { readSubscriber, type Subscriber } from './subscribers/read.ts';
export { resubscribe, unsubscribe } from './subscribers/subscription.ts';
export { type Conversation, readConversation } from './unibox/conversation.ts';
export { setReplyIntent } from './unibox/intent.ts';
export { readUnibox, type Unibox } from './unibox/summary.ts';
export { isOutage } from './db/outage.ts';
export { endOtherSessions, endSession, listSessions } from './sessions/manage.ts';
export { signIn, signInByLink } from './sessions/sign-in.ts';
export {
  authenticateSession,
  newSecret,
  type Session,
  SESSION_DAYS,
  signOut,
  startSession,
} from './sessions/session.ts';
export { createSignInLink, LINK_MINUTES, readSignInLink, useSignInLink } from './sessions/sign-in-link.ts';
export { accountIds, createAccount, findUser, firstUser, type NewAccount } from './users/create.ts';
export { encodingOf, knowsCase, ping, riskySettings } from './db/health.ts';
export { DataDirInUse, lockDataDir } from './db/lock.ts';
export { readUser, setPassword } from './users/user.ts';
export { Busy, LONGEST_PASSWORD, SHORTEST_PASSWORD } from './users/password.ts';
export { type Demo, type DemoAccount, type DemoOptions, seedDemo } from './demo/seed.ts';
export { type Scale, SCALES } from './demo/scales.ts';
