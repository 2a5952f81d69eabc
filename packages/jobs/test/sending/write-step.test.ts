import { expect, test } from '@jest/globals';
import type { OutgoingStep } from '@lodestone/core';
import { writeStep } from '@lodestone/jobs/sending/write-step.js';

const SENDER = {
  name: 'Acme',
  brand_name: null,
  brand_color: '#112233',
  postal_address: null,
  track_opens: false,
  track_clicks: false,
  simulated: false,
};

const IDENTITY = { token: 'abcdefghijklmnop', message_id: 'now@acme.example', date: new Date() };

/** A step after others, of each of which the subject that it left with and its template are given. */
const after = (...before: [sent: string, template: string][]): OutgoingStep => ({
  id: '',
  send_id: '',
  step: before.length + 1,
  subject: '',
  body: 'Hi',
  lead: {
    id: '',
    enrollment_id: '',
    email: 'lee@client.example',
    first_name: 'Lee',
    last_name: null,
    fields: {},
  },
  campaign: { id: '', name: '', track_opens: false, track_clicks: false },
  inbox: { id: '', address: 'maya@acme.example', display_name: null, signature: null, smtp_secret: null },
  before: before.map(([subject, template], nth) => ({
    message_id: `${nth + 1}@acme.example`,
    subject,
    template,
  })),
});

test.each([
  ['the only thread', [['Pricing', 'Pricing']], 'Re: Pricing', [1]],
  [
    'a thread that went on',
    [
      ['Pricing', 'Pricing'],
      ['Re: Pricing', ''],
    ],
    'Re: Pricing',
    [1, 2],
  ],
  [
    'the latest of two threads',
    [
      ['Pricing', 'Pricing'],
      ['Last try', 'Last try'],
    ],
    'Re: Last try',
    [2],
  ],
  [
    'a thread behind another',
    [
      ['A', 'A'],
      ['B', 'B'],
      ['Re: B', ''],
    ],
    'Re: B',
    [2, 3],
  ],
  ['one whose subject was taken away since', [['Pricing', '']], 'Re: Pricing', [1]],
] satisfies [string, [string, string][], string, number[]][])(
  'a step without a subject goes on in %s',
  async (_, before, subject, thread) => {
    const { raw, subject: written } = await writeStep(
      after(...before),
      SENDER,
      IDENTITY,
      'https://l.example',
    );
    expect(written).toBe(subject);
    const ids = thread.map((nth) => `<${nth}@acme.example>`);
    const [head = ''] = raw
      .toString()
      .replaceAll(/\r\n[ \t]+/g, ' ')
      .split('\r\n\r\n', 1);
    expect(head).toContain(`References: ${ids.join(' ')}\r\n`);
    expect(head).toContain(`In-Reply-To: ${ids.at(-1)}\r\n`);
  },
);
