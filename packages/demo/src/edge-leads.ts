import type { Clock } from './clock.ts';
import type { EdgeLead } from './edge-lead.ts';
import { deliveryLeads, replyLeads } from './edge-mails.ts';
import { boundaryLeads, namedLeads } from './edge-names.ts';

/** Every edge case of the contract, one lead each. */
export function edgeLeads(at: Clock, now: Date): EdgeLead[] {
  return [
    ...boundaryLeads(at),
    ...namedLeads(at),
    ...deliveryLeads(at),
    ...replyLeads(at),
    ...optedOutLeads(at),
    ...overseasLeads(at, now),
  ];
}

function optedOutLeads(at: Clock): EdgeLead[] {
  const seen = at(40, '21:00:00.000');
  const left = at(18, '08:00:00.000');
  return [
    { account: 0, email: 'gone.silently@edge.example', seen, unsubscribed: left },
    { account: 0, email: 'gone.at.once@edge.example', first_name: 'Gone', seen, unsubscribed: seen },
    {
      account: 0,
      email: 'gone.before.midnight@edge.example',
      first_name: 'Gone',
      seen,
      unsubscribed: at(3, '23:59:59.999'),
    },
    {
      account: 0,
      email: 'gone.at.midnight@edge.example',
      first_name: 'Gone',
      seen,
      unsubscribed: at(2, '00:00:00.000'),
    },
    {
      account: 0,
      email: 'gone.with.history@edge.example',
      first_name: 'Gone',
      last_name: 'Withhistory',
      tags: ['newsletter'],
      seen,
      unsubscribed: left,
      deliveries: [
        {
          magnet: 'outreach-calendar',
          status: 'delivered',
          requested: seen,
          sent: seen,
          delivered: seen,
          opened: at(39),
          clicked: at(39),
        },
        { magnet: 'subject-lines', status: 'cancelled', requested: at(18, '07:59:59.000') },
      ],
      enrollments: [
        {
          campaign: 'Conference list',
          enrolled: at(22),
          status: 'stopped',
          stop_reason: 'unsubscribed',
          intent: 'unsubscribed',
          classified: left,
          sends: [
            { status: 'sent', queued: at(22), sent: at(19) },
            { status: 'cancelled', queued: at(19) },
          ],
          messages: [{ received: left, subject: 'Re: Notes from the session', body: 'Stop.' }],
        },
      ],
    },
  ];
}

const OVERSEAS = ['Ingrid', 'Mateo', 'Yuki', 'Chloe', 'Tariq'];

/** As many leads as their inbox may email in a day, and did since midnight. */
function overseasLeads(at: Clock, now: Date): EdgeLead[] {
  const midnight = at(0, '00:00:00.000').getTime();
  return OVERSEAS.map((first_name, place) => {
    const enrolled = at(1, `2${place % 4}:30:00.000`);
    const share = (place + 1) / (OVERSEAS.length + 1);
    const sent = new Date(midnight + Math.floor(share * (now.getTime() - midnight)));
    return {
      account: 0,
      email: `${first_name.toLowerCase()}@overseas.example`,
      first_name,
      seen: at(3, '06:20:00.000'),
      enrollments: [
        {
          campaign: 'Overseas trials',
          enrolled,
          status: 'active',
          sends: [{ status: 'sent', queued: enrolled, sent }],
        },
      ],
    };
  });
}
