import { rate } from '../figures/rate.ts';

/** A magnet's sums over its life, as `magnet_totals` keeps them; null for one that nobody has asked for yet. */
export interface MagnetSums {
  requests: number | null;
  leads: number | null;
  sent: number | null;
  delivered: number | null;
  bounced: number | null;
  sent_opened: number | null;
  sent_clicked: number | null;
}

/** A magnet's performance over its life. Opens and clicks are of deliveries that left, so that no rate passes 1. */
export function performanceOf(sums: MagnetSums) {
  const sent = sums.sent ?? 0;
  const bounced = sums.bounced ?? 0;
  const opened = sums.sent_opened ?? 0;
  const clicked = sums.sent_clicked ?? 0;
  return {
    requests: sums.requests ?? 0,
    leads: sums.leads ?? 0,
    sent,
    delivered: sums.delivered ?? 0,
    bounced,
    opened,
    clicked,
    open_rate: rate(opened, sent),
    click_rate: rate(clicked, sent),
    bounce_rate: rate(bounced, sent),
  };
}
