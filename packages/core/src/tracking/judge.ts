import type { MailEvents } from '../db/schema.ts';

/** Whether a person or a machine opened an email or followed its link, and which rule says so. */
export type Judgement = Pick<MailEvents, 'judged' | 'rule'>;

/** What of a request tells who made it. */
export interface Visitor {
  method: string;
  user_agent: string | undefined;
  /** What browsers and proxies say about why they ask: `Purpose`, `Sec-Purpose`, `X-Purpose` and `X-Moz`. */
  purposes: readonly (string | undefined)[];
}

/** Programs that say of themselves that nobody sits before them, and the gateways that open what passes them. */
const SCANNERS =
  /\b(bot|crawler|spider|scanner|scan|preview|monitor|checker|validator|curl|wget|python|perl|ruby|java|libwww|httpclient|okhttp|axios|node-fetch|undici|got|guzzle|aiohttp|go-http-client|winhttp|powershell|postman|phantomjs|proofpoint|mimecast|barracuda|fireeye|symantec|messagelabs|ironport|trendmicro|sophos|forcepoint|cloudmark|zscaler|safelinks|urldefense|virustotal|facebookexternalhit|whatsapp|telegrambot|slackbot)\b|bot\/|-bot\b|bot;|bot\)/i;

/** Of what a program says of itself, so many characters are looked at, and kept. */
export const LONGEST_USER_AGENT = 300;

/**
 * Judges a request by itself. Several at once tell more: see count.ts. A bare time after sending tells nothing, since people
 * open at once what they waited for.
 */
export function judge({ method, user_agent: told = '', purposes }: Visitor): Judgement {
  const user_agent = told.slice(0, LONGEST_USER_AGENT);
  if (method === 'HEAD') return machine('head');
  if (purposes.some((purpose) => /prefetch|preview|prerender/i.test(purpose ?? '')))
    return machine('prefetch');
  if (user_agent.trim() === '') return machine('no_user_agent');
  // Gmail and Yahoo fetch an image when its reader opens the email.
  if (/GoogleImageProxy|YahooMailProxy/.test(user_agent)) return { judged: 'human', rule: 'image_proxy' };
  if (SCANNERS.test(user_agent)) return machine('scanner');
  // Apple fetches every image of every email, whether or not it is opened, and says no more of itself than this.
  if (user_agent === 'Mozilla/5.0') return { judged: 'unknown', rule: 'apple_prefetch' };
  if (
    /^Mozilla\/5\.0 \(.+\) .*(AppleWebKit|Gecko|Trident)/.test(user_agent) &&
    !/Headless/.test(user_agent)
  ) {
    return { judged: 'human', rule: 'browser' };
  }
  return { judged: 'unknown', rule: 'unfamiliar' };
}

function machine(rule: string): Judgement {
  return { judged: 'machine', rule };
}
