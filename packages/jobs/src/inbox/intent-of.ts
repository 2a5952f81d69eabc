import { type IntentFound, readIntent } from '@lodestone/mail';

/** A calendar's answers that accept a meeting; a person decides what others mean. */
const COMING = new Set(['accepted', 'sent']);

/** What the rules make of a reply: an opt-out comes first, and otherwise a calendar's answer is more certain than words. */
export function intentOf({
  body,
  invitation,
}: {
  body: string;
  invitation: string | null;
}): IntentFound | null {
  const told = readIntent(body);
  if (invitation === null || told?.optOut) return told;
  if (!COMING.has(invitation)) return null;
  const evidence = `Calendar invitation ${invitation}`;
  return { intent: 'meeting_booked', confidence: 0.95, evidence, optOut: false };
}
