import { startTimeline } from './inbox-timeline.ts';
import type { Plan, PlannedInbox } from './model.ts';

/** The inboxes as they are at a later moment, with the caps that their warm-ups have reached by then, according to the plan. */
export function warmedUp(
  inboxes: readonly PlannedInbox[],
  planned: Plan,
  { from, at }: { from: number; at: number },
): PlannedInbox[] {
  const timelines = inboxes.map((inbox, place) => (inbox.warm_up ? startTimeline(inbox, place, from) : null));
  for (let place = 0; place < planned.length; place++) {
    const [timeline, sentAt = at] = [timelines[planned.inbox[place] ?? 0], planned.at[place]];
    if (sentAt >= at) break;
    timeline?.rollOver(sentAt);
    timeline?.sent(sentAt, true);
  }
  return inboxes.map((inbox, place) => {
    const timeline = timelines[place];
    timeline?.rollOver(at);
    return timeline ? { ...inbox, cap: timeline.cap } : inbox;
  });
}
