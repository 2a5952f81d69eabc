import type { DnsCheck } from '@lodestone/core/db/schema.js';

/** A sending inbox of the demo. Days are days ago. */
export interface DemoInbox {
  address: string;
  name?: string;
  provider: 'google' | 'microsoft' | 'smtp';
  status?: 'active' | 'paused' | 'disconnected';
  system_pause?: readonly [reason: 'bounces' | 'deliverability', day: number];
  /** The records of its domain that fail: what was found, and what should be there. Else nobody looked. */
  failing?: Partial<Record<'spf' | 'dkim' | 'dmarc', readonly [found: string | null, expected: string]>>;
  /** Day of the warmup; 0 when it is complete, absent when it is off. */
  warmup?: number;
  capacity: number;
  /** Whether its capacity is the same at every scale: what it sends is written down, not drawn. */
  fixed?: boolean;
  /** SPF, DKIM, DMARC. */
  dns?: readonly [DnsCheck, DnsCheck, DnsCheck];
  created: number;
  /** Whether every campaign may send through it. */
  sends: boolean;
}

export const MERIDIAN_INBOXES: readonly DemoInbox[] = [
  {
    address: 'asha@meridian-mail.example',
    name: 'Asha from Meridian',
    provider: 'google',
    warmup: 0,
    capacity: 45,
    created: 236,
    sends: true,
  },
  {
    address: 'dev@meridian-mail.example',
    name: 'Dev Anand',
    provider: 'google',
    warmup: 0,
    capacity: 45,
    created: 235,
    sends: true,
  },
  {
    address: 'hello@trymeridian.example',
    name: 'Meridian Growth',
    provider: 'microsoft',
    capacity: 60,
    created: 230,
    sends: true,
  },
  {
    address: 'team@trymeridian.example',
    provider: 'smtp',
    warmup: 0,
    capacity: 40,
    dns: ['pass', 'pass', 'fail'],
    created: 228,
    sends: true,
  },
  {
    address: 'asha@getmeridian.example',
    name: 'Asha R.',
    provider: 'google',
    warmup: 12,
    capacity: 18,
    created: 12,
    sends: false,
  },
  {
    address: 'outreach@meridian-list.example',
    name: 'Meridian Outreach',
    provider: 'smtp',
    system_pause: ['bounces', 33],
    warmup: 0,
    capacity: 50,
    created: 90,
    sends: false,
  },
  {
    address: 'news@meridian-news.example',
    provider: 'smtp',
    system_pause: ['deliverability', 19],
    capacity: 50,
    dns: ['fail', 'fail', 'fail'],
    failing: {
      spf: [
        'v=spf1 include:_spf.old-provider.example +all',
        '"~all" or "-all" at the end: as it is, anyone may send as meridian-news.example.',
      ],
      dkim: [
        null,
        'A TXT or CNAME record at mail._domainkey.meridian-news.example with the key that your provider shows.',
      ],
      dmarc: [
        null,
        'A TXT record at _dmarc.meridian-news.example: v=DMARC1; p=none; rua=mailto:you@meridian-news.example',
      ],
    },
    created: 88,
    sends: false,
  },
  {
    address: 'ravi@meridian-mail.example',
    name: 'Ravi (on leave)',
    provider: 'google',
    status: 'paused',
    warmup: 0,
    capacity: 45,
    created: 200,
    sends: false,
  },
  {
    address: 'sales@old-meridian.example',
    provider: 'microsoft',
    status: 'disconnected',
    capacity: 30,
    dns: ['unknown', 'unknown', 'unknown'],
    created: 240,
    sends: false,
  },
  {
    address: 'spare@trymeridian.example',
    provider: 'smtp',
    status: 'paused',
    system_pause: ['deliverability', 2],
    warmup: 3,
    capacity: 10,
    dns: ['pass', 'fail', 'unknown'],
    failing: {
      dkim: [
        'v=DKIM1; k=rsa; p=',
        'A TXT or CNAME record at spare._domainkey.trymeridian.example with the key that your provider shows. The key there was revoked: its p= is empty.',
      ],
    },
    created: 5,
    sends: false,
  },
  {
    address: 'overseas@getmeridian.example',
    name: 'Asha R.',
    provider: 'google',
    capacity: 5,
    fixed: true,
    created: 66,
    sends: false,
  },
];

export const HARBOR_INBOXES: readonly DemoInbox[] = [
  {
    address: 'mara@harborandpine.example',
    name: 'Mara, Harbor & Pine',
    provider: 'google',
    warmup: 0,
    capacity: 40,
    created: 220,
    sends: true,
  },
  {
    address: 'studio@harborandpine.example',
    name: 'Harbor & Pine Studio',
    provider: 'microsoft',
    warmup: 5,
    capacity: 12,
    created: 5,
    sends: false,
  },
];
