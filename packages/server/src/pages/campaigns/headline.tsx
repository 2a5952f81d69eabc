import type { Campaign, CampaignMetrics } from '@lodestone/core';

import { Stats } from '../components/stat.tsx';
import { Count, CountStat, Rate } from '../figure.tsx';

/** The headline figures of a campaign, each with what exactly it counts. */
export function Headline({
  metrics: { enrollments, replies, reply_rate, conversions, conversion_rate, sends },
  settings: { track_opens, track_clicks },
}: {
  metrics: CampaignMetrics;
  settings: Campaign['settings'];
}) {
  return (
    <Stats>
      <CountStat
        label="Leads"
        at="enrollments"
        value={enrollments}
        meaning="Subscribers enrolled in this campaign."
      />
      <CountStat
        label="Replies"
        at="replies"
        value={replies}
        meaning="Leads who sent a reply, converted, or were classified by intent. Each counts once. The rate is replies ÷ leads."
      >
        <Rate at="reply_rate" value={reply_rate} /> reply rate
      </CountStat>
      <CountStat
        label="Conversions"
        at="conversions"
        value={conversions}
        meaning="Leads who converted. Each counts once. The rate is conversions ÷ leads."
      >
        <Rate at="conversion_rate" value={conversion_rate} /> conversion rate
      </CountStat>
      <CountStat
        label="Sent"
        at="sends.sent"
        value={sends.sent}
        meaning="Emails that went out and did not bounce. Below: those that are queued, failed or were cancelled."
      >
        <Count at="sends.queued" value={sends.queued} /> queued,{' '}
        <Count at="sends.failed" value={sends.failed} /> failed,{' '}
        <Count at="sends.cancelled" value={sends.cancelled} /> cancelled
      </CountStat>
      <CountStat
        label="Opened"
        at="sends.opened"
        value={sends.opened}
        meaning="Sent emails that were opened. The rate is opened ÷ sent."
      >
        <Rate at="sends.open_rate" value={sends.open_rate} /> open rate{!track_opens && ', not tracked'}
      </CountStat>
      <CountStat
        label="Clicked"
        at="sends.clicked"
        value={sends.clicked}
        meaning="Sent emails that were clicked. The rate is clicked ÷ sent."
      >
        <Rate at="sends.click_rate" value={sends.click_rate} /> click rate{!track_clicks && ', not tracked'}
      </CountStat>
      <CountStat
        label="Bounced"
        at="sends.bounced"
        value={sends.bounced}
        meaning="Emails that went out and bounced. The rate is bounced ÷ (sent + bounced)."
      >
        <Rate at="sends.bounce_rate" value={sends.bounce_rate} /> bounce rate
      </CountStat>
    </Stats>
  );
}
