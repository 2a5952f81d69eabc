import type { Clock } from './clock.ts';
import type { EdgeEnrollment, EdgeLead } from './edge-lead.ts';

/** A delivery in every state. */
export function deliveryLeads(at: Clock): EdgeLead[] {
  const asked = at(6, '20:30:00.000');
  const after = (seconds: number) => new Date(asked.getTime() + seconds * 1000);
  const lead = (state: string, deliveries: EdgeLead['deliveries']): EdgeLead => ({
    account: 0,
    email: `${state}.delivery@edge.example`,
    first_name: 'Dora',
    last_name: state,
    tags: ['delivery'],
    seen: asked,
    ...(deliveries && { deliveries }),
  });
  const magnet = 'deliverability-checklist';
  return [
    lead('Queued', [{ magnet, status: 'queued', requested: asked }]),
    lead('Sent', [{ magnet, status: 'sent', requested: asked, sent: after(4) }]),
    lead('Delivered', [
      { magnet, status: 'delivered', requested: asked, sent: after(4), delivered: after(6) },
    ]),
    lead('Refused', [
      {
        magnet,
        status: 'bounced',
        requested: asked,
        bounced: after(5),
        failure: '550 5.7.1 Refused at the door',
      },
    ]),
    lead('Bounced', [
      {
        magnet,
        status: 'bounced',
        requested: asked,
        sent: after(4),
        bounced: after(90),
        failure: '552 5.2.2 Mailbox full',
      },
    ]),
    // It came, was opened, and a bounce was reported all the same.
    lead('Bouncedlate', [
      {
        magnet,
        status: 'bounced',
        requested: asked,
        sent: after(4),
        delivered: after(6),
        opened: after(60),
        clicked: after(61),
        bounced: after(7200),
        failure: '554 Mailbox was closed',
      },
    ]),
    lead('Failed', [
      { magnet, status: 'failed', requested: asked, failure: '421 4.3.2 Service shutting down' },
    ]),
    lead('Cancelled', [{ magnet, status: 'cancelled', requested: asked }]),
    lead('Clicked', [
      {
        magnet,
        status: 'delivered',
        requested: asked,
        sent: after(4),
        delivered: after(6),
        opened: after(300),
        clicked: after(300),
      },
    ]),
    // Asked for the same magnet three times.
    lead('Repeated', [
      {
        magnet,
        status: 'delivered',
        requested: asked,
        sent: after(4),
        delivered: after(6),
        opened: after(3600),
      },
      { magnet, status: 'failed', requested: after(86_400), failure: 'Connection timed out' },
      {
        magnet,
        status: 'delivered',
        requested: after(86_460),
        sent: after(86_465),
        delivered: after(86_466),
        opened: after(86_500),
        clicked: after(86_509),
      },
    ]),
  ];
}

/** Every intent, and every way in which a reply can be more or less than a text. */
export function replyLeads(at: Clock): EdgeLead[] {
  const campaign = 'Conference list';
  const enrolled = at(20, '18:00:00.000');
  const first = {
    status: 'sent' as const,
    queued: enrolled,
    sent: at(19, '10:12:00.000'),
    opened: at(19, '10:40:00.000'),
  };
  const second = { status: 'sent' as const, queued: first.sent, sent: at(16, '11:00:00.000') };
  const cancelled = { status: 'cancelled' as const, queued: second.sent };
  const mail = (body: string, received = at(15, '09:10:00.000')) => ({
    received,
    subject: 'Re: Which template did you use?',
    body,
  });
  const lead = (what: string, rest: Partial<EdgeEnrollment>): EdgeLead => ({
    account: 0,
    email: `${what}.reply@edge.example`,
    first_name: 'Rhea',
    last_name: what,
    tags: ['reply'],
    seen: at(30, '20:00:00.000'),
    enrollments: [{ campaign, enrolled, status: 'completed', sends: [first, second], ...rest }],
  });
  const classified = at(15, '09:12:00.000');
  const replied = {
    status: 'stopped' as const,
    stop_reason: 'replied' as const,
    sends: [first, second, cancelled],
  };
  return [
    lead('Interested', { ...replied, intent: 'interested', classified, messages: [mail('Tell me more.')] }),
    lead('Booked', {
      ...replied,
      intent: 'meeting_booked',
      classified,
      messages: [mail('Tuesday at 11 works.')],
    }),
    lead('Met', {
      ...replied,
      intent: 'meeting_completed',
      classified,
      messages: [mail('Good talk, thank you.')],
    }),
    lead('Won', {
      ...replied,
      intent: 'won',
      classified,
      messages: [mail('We are in.')],
      converted: { at: at(12), value_micros: 2_400_000_000 },
    }),
    lead('Away', { intent: 'out_of_office', classified, messages: [mail('')] }),
    lead('Declined', {
      ...replied,
      intent: 'not_interested',
      classified,
      messages: [mail('No, thank you.')],
    }),
    // Asks to be left alone, and has not opted out: the intent only classifies.
    lead('Removed', {
      ...replied,
      intent: 'unsubscribed',
      classified,
      messages: [mail('Take me off, please.')],
    }),
    lead('Awaiting', { intent: 'replied', messages: [mail('Who is this?')] }),
    lead('Blank', { intent: 'replied', messages: [mail(' \n\t ')] }),
    lead('Machine', { intent: 'no_reply', messages: [mail('')] }),
    lead('Unread', { intent: 'no_reply', messages: [mail('Nobody has looked at this yet.')] }),
    lead('Called', { intent: 'meeting_booked', classified }),
    lead('Bought', { intent: 'no_reply', converted: { at: at(10), value_micros: null } }),
    // Replied before the first mail had left.
    lead('Early', {
      intent: 'interested',
      classified: at(19, '08:00:00.000'),
      messages: [mail('I was about to write to you!', at(19, '07:30:00.000'))],
    }),
    lead('Markup', {
      ...replied,
      intent: 'interested',
      classified,
      messages: [
        mail('<script>alert("reply")</script>\n> quoted\n\n&lt;b&gt; שלום 🙏'),
        mail('', at(14)),
        { received: at(13), subject: null, body: 'And a third one, without a subject.' },
      ],
    }),
    lead('Bounced', {
      status: 'bounced',
      sends: [
        {
          status: 'bounced',
          queued: enrolled,
          sent: at(19, '10:12:00.000'),
          bounced: at(19, '10:12:09.000'),
          failure: '550 5.1.1 The recipient does not exist',
        },
      ],
    }),
    lead('Failed', {
      status: 'active',
      sends: [
        { status: 'failed', queued: enrolled, failure: 'The inbox is disconnected' },
        { status: 'queued', queued: at(10) },
      ],
    }),
    lead('Clicked', { sends: [{ ...first, clicked: first.opened }, second] }),
    lead('Takenout', {
      status: 'stopped',
      stop_reason: 'manual',
      sends: [first, { status: 'cancelled', queued: first.sent }],
    }),
    lead('Nothing', { status: 'active', sends: [] }),
  ];
}
