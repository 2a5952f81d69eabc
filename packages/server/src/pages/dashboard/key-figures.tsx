import type { Dashboard } from '@lodestone/core';

import { Stats } from '../components/stat.tsx';
import { Count, CountStat, Rate } from '../figure.tsx';

const OF_THE_SENT = 'Of the deliveries sent in these days, how many';

/** The headline figures, each with what exactly it counts. */
export function KeyFigures({ kpis }: { kpis: Dashboard['kpis'] }) {
  return (
    <Stats>
      <CountStat
        label="New subscribers"
        at="kpis.new_subscribers"
        value={kpis.new_subscribers}
        meaning="Subscribers first seen in these days, and those who opted out in them. Without archived magnets, those whom an archived magnet brought are left out."
      >
        <Count at="kpis.unsubscribed" value={kpis.unsubscribed} /> unsubscribed
      </CountStat>
      <CountStat
        label="Requests"
        at="kpis.requests"
        value={kpis.requests}
        meaning="Times a magnet was asked for in these days."
      />
      <CountStat
        label="Sent"
        at="kpis.sent"
        value={kpis.sent}
        meaning="Deliveries that left in these days, and how many of them the recipient's server has accepted by now."
      >
        <Count at="kpis.delivered" value={kpis.delivered} /> delivered
      </CountStat>
      <CountStat
        label="Opened"
        at="kpis.opened"
        value={kpis.opened}
        meaning={`${OF_THE_SENT} were opened by now, each counted once. The rate is opened ÷ sent.`}
      >
        <Rate at="kpis.open_rate" value={kpis.open_rate} /> open rate
      </CountStat>
      <CountStat
        label="Clicked"
        at="kpis.clicked"
        value={kpis.clicked}
        meaning={`${OF_THE_SENT} were clicked by now, each counted once. The rate is clicked ÷ sent.`}
      >
        <Rate at="kpis.click_rate" value={kpis.click_rate} /> click rate
      </CountStat>
      <CountStat
        label="Bounced"
        at="kpis.bounced"
        value={kpis.bounced}
        meaning={`${OF_THE_SENT} bounced by now. The rate is bounced ÷ sent.`}
      >
        <Rate at="kpis.bounce_rate" value={kpis.bounce_rate} /> bounce rate
      </CountStat>
    </Stats>
  );
}
