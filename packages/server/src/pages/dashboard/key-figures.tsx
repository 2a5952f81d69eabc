import type { Dashboard } from '@lodestone/core';

import { Stats } from '../components/stat.tsx';
import { Count, CountStat, Rate } from '../figure.tsx';
import { Delta } from './delta.tsx';

const OF_THE_SENT = 'Of the deliveries sent in these days, how many';

/** The headline figures, each with what exactly it counts. */
export function KeyFigures({
  kpis,
  before,
}: {
  kpis: Dashboard['kpis'];
  before: Dashboard['kpis'] | undefined;
}) {
  return (
    <Stats>
      <CountStat
        label="New subscribers"
        at="kpis.new_subscribers"
        value={kpis.new_subscribers}
        meaning="Subscribers first seen in this period, and those who unsubscribed in it. When archived magnets are excluded, subscribers who came through one are left out."
      >
        <Count at="kpis.unsubscribed" value={kpis.unsubscribed} /> unsubscribed{' '}
        <Delta now={kpis.new_subscribers} before={before?.new_subscribers} />
      </CountStat>
      <CountStat
        label="Requests"
        at="kpis.requests"
        value={kpis.requests}
        meaning="Magnet requests in this period."
      >
        <Delta now={kpis.requests} before={before?.requests} />
      </CountStat>
      <CountStat
        label="Sent"
        at="kpis.sent"
        value={kpis.sent}
        meaning="Deliveries sent in this period, and how many of them the recipient's server has accepted so far."
      >
        <Count at="kpis.delivered" value={kpis.delivered} /> delivered{' '}
        <Delta now={kpis.sent} before={before?.sent} />
      </CountStat>
      <CountStat
        label="Opened"
        at="kpis.opened"
        value={kpis.opened}
        meaning={`${OF_THE_SENT} have been opened so far, each counted once. The rate is opened ÷ sent.`}
      >
        <Rate at="kpis.open_rate" value={kpis.open_rate} /> open rate{' '}
        <Delta now={kpis.opened} before={before?.opened} />
      </CountStat>
      <CountStat
        label="Clicked"
        at="kpis.clicked"
        value={kpis.clicked}
        meaning={`${OF_THE_SENT} have been clicked so far, each counted once. The rate is clicked ÷ sent.`}
      >
        <Rate at="kpis.click_rate" value={kpis.click_rate} /> click rate{' '}
        <Delta now={kpis.clicked} before={before?.clicked} />
      </CountStat>
      <CountStat
        label="Bounced"
        at="kpis.bounced"
        value={kpis.bounced}
        meaning={`${OF_THE_SENT} have bounced so far. The rate is bounced ÷ sent.`}
      >
        <Rate at="kpis.bounce_rate" value={kpis.bounce_rate} /> bounce rate{' '}
        <Delta now={kpis.bounced} before={before?.bounced} />
      </CountStat>
    </Stats>
  );
}
