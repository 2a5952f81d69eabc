import { describe, expect, test } from '@jest/globals';
import { seedOf } from '@lodestone/core/planner/choices.js';
import { LeadCollector } from '@lodestone/core/planner/leads.js';
import type { PlannedCampaign, PlannedInbox } from '@lodestone/core/planner/model.js';
import { plan } from '@lodestone/core/planner/plan.js';
import { nextSlot, slotsOf } from '@lodestone/core/planner/slots.js';
import { isOpen, openSpans, type SendingWindow } from '@lodestone/core/planner/window.js';
import { daysLater, localDay, zoneOf } from '@lodestone/core/planner/zone.js';
import { istDay, newId } from '@lodestone/core';
import fc from 'fast-check';

const ZONES = Intl.supportedValuesOf('timeZone');
const HOUR = 3_600_000;
const DAYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const;
const WORKDAYS = ['mon', 'tue', 'wed', 'thu', 'fri'] as const;

const clocks = new Map<string, { date: Intl.DateTimeFormat; weekday: Intl.DateTimeFormat }>();

/** Making a format takes a hundred times as long as using it. */
function clockOf(timeZone: string) {
  const kept = clocks.get(timeZone);
  if (kept) return kept;
  const clock = {
    date: new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' }),
    weekday: new Intl.DateTimeFormat('en', { timeZone, weekday: 'short' }),
  };
  clocks.set(timeZone, clock);
  return clock;
}

/** What a clock on the wall shows, asked of the platform by another way than the program does. */
function wallClock(zone: string, at: number) {
  const clock = clockOf(zone);
  const [day = '', time = ''] = clock.date.format(at).split(' ');
  return { day, time, weekday: clock.weekday.format(at).toLowerCase() };
}

const time = fc.nat(24 * 60 - 1).map((minutes) => {
  const [hour, minute] = [Math.floor(minutes / 60), minutes % 60];
  return `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`;
});

const windows = fc
  .record({
    time_zone: fc.constantFrom(...ZONES),
    send_days: fc.subarray([...DAYS], { minLength: 1 }),
    times: fc.tuple(time, time).filter(([a, b]) => a !== b),
  })
  .map(({ times, ...rest }): SendingWindow => {
    const [send_from = '', send_until = ''] = times.toSorted();
    return { ...rest, send_from, send_until };
  });

describe('A sending window', () => {
  test('is open when the clock on the wall says so, in every zone and whatever the clocks do', () => {
    fc.assert(
      fc.property(
        windows,
        fc.date({ min: new Date('2026-01-01'), max: new Date('2028-01-01'), noInvalidDate: true }),
        (w, date) => {
          const at = Math.floor(date.getTime() / 60_000) * 60_000;
          const { time: now, weekday } = wallClock(w.time_zone, at);
          const open = now >= w.send_from && now < w.send_until && w.send_days.some((day) => day === weekday);
          expect(isOpen(w, at)).toBe(open);
          const spans = openSpans(w, at - 40 * HOUR, at + 40 * HOUR);
          expect(spans.some(({ from, until }) => at >= from && at < until)).toBe(open);
        },
      ),
      { numRuns: 3_000 },
    );
  });

  test.each([
    ['Europe/Berlin', ['2026-03-29T01:00:00Z', '2026-10-25T01:00:00Z']],
    ['Asia/Kolkata', []],
  ])('knows when the clocks change in %s', (name, changes) => {
    const found = zoneOf(name).changes(
      Date.parse('2026-01-01T00:00:00Z'),
      Date.parse('2027-01-01T00:00:00Z'),
    );
    expect([...found]).toEqual(changes.map((at) => Date.parse(at)));
  });

  test.each(ZONES)(
    'has spans that are open and gaps that are shut on both days the clocks change in %s',
    (name) => {
      const zone = zoneOf(name);
      const [from, until] = [Date.parse('2026-01-01T00:00:00Z'), Date.parse('2027-01-01T00:00:00Z')];
      const window: SendingWindow = {
        time_zone: name,
        send_days: [...DAYS],
        send_from: '01:15',
        send_until: '02:45',
      };
      for (const change of zone.changes(from, until)) {
        expect(zone.offsetAt(change)).not.toBe(zone.offsetAt(change - 1));
        const spans = openSpans(window, change - 30 * HOUR, change + 30 * HOUR);
        for (let at = change - 6 * HOUR; at < change + 6 * HOUR; at += 15 * 60_000) {
          const { time: now } = wallClock(name, at);
          expect(spans.some((span) => at >= span.from && at < span.until)).toBe(
            now >= '01:15' && now < '02:45',
          );
        }
      }
    },
  );

  test('days later is the same time of day, over both changes of the clocks', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...ZONES),
        fc.date({ min: new Date('2026-01-01'), max: new Date('2028-01-01'), noInvalidDate: true }),
        fc.integer({ min: 0, max: 30 }),
        (name, date, days) => {
          const zone = zoneOf(name);
          const at = date.getTime();
          const later = daysLater(zone, at, days);
          const [before, after] = [at + zone.offsetAt(at), later + zone.offsetAt(later)];
          const off = (after - before - days * 24 * HOUR) / HOUR;
          // A time that the clocks skip is put off by as much as they were put forward.
          expect(off === 0 || (off > 0 && off <= 1)).toBe(true);
          const today = localDay(zone, at);
          expect(localDay(zone, later) >= today).toBe(true);
        },
      ),
      { numRuns: 3_000 },
    );
  });
});

test('an inbox has the same shape of a day whenever it is asked for, with gaps within their bounds', () => {
  fc.assert(
    fc.property(fc.uuid(), fc.integer({ min: 1, max: 600 }), fc.nat(600), (id, gap_from, more) => {
      const pace = { id, gap_from, gap_to: gap_from + more };
      const slots = [...slotsOf(pace, '2026-03-29')];
      expect([...slotsOf({ ...pace }, '2026-03-29')]).toEqual(slots);
      for (let at = 1; at < slots.length; at++) {
        expect((slots[at] ?? 0) - (slots[at - 1] ?? 0)).toBeGreaterThanOrEqual(gap_from * 1_000);
      }
      const last = slots.at(-1) ?? 0;
      expect(nextSlot(pace, last + 1) - last).toBeGreaterThanOrEqual(gap_from * 1_000);
    }),
    { numRuns: 60 },
  );
});

interface World {
  campaigns: PlannedCampaign[];
  inboxes: PlannedInbox[];
  leads: { campaign: number; step: number; due: number; domain: string }[];
}

const FROM = Date.parse('2026-03-26T09:30:00Z');

const worlds = fc
  .record({
    inboxes: fc.array(
      fc.record({
        cap: fc.integer({ min: 0, max: 30 }),
        used: fc.nat(10),
        gap_from: fc.constantFrom(0, 90),
        more: fc.nat(330),
      }),
      { minLength: 1, maxLength: 4 },
    ),
    campaigns: fc.array(
      fc.record({
        window: windows,
        daily_limit: fc.integer({ min: 0, max: 40 }),
        domain_limit: fc.option(fc.integer({ min: 1, max: 5 })),
        delays: fc.array(fc.nat(3), { minLength: 1, maxLength: 4 }),
        used: fc.nat(10),
      }),
      { minLength: 1, maxLength: 3 },
    ),
    leads: fc.array(
      fc.record({
        campaign: fc.nat(2),
        step: fc.integer({ min: 1, max: 4 }),
        due: fc.integer({ min: -200, max: 100 }),
        domain: fc.constantFrom('a.example', 'b.example', 'c.example'),
      }),
      { maxLength: 150 },
    ),
  })
  .map(({ inboxes, campaigns, leads }): World => {
    const boxes = inboxes.map(({ cap, used, gap_from, more }) => ({
      id: newId(),
      cap,
      used,
      gap_from,
      gap_to: gap_from === 0 ? 0 : gap_from + more,
      last_slot_at: -Infinity,
      last_claim_at: -Infinity,
    }));
    return {
      inboxes: boxes,
      campaigns: campaigns.map(({ delays, ...campaign }) => ({
        ...campaign,
        id: newId(),
        steps: delays.map((delay_days, at) => ({
          step: at + 1,
          delay_days,
          variants: [newId(), newId()].map((id) => ({ id, seed: seedOf(id) })),
        })),
        inboxes: boxes.map((_, place) => place),
        used_by_domain: new Map<string, number>(),
      })),
      leads: leads.flatMap((lead) => {
        const campaign = lead.campaign % campaigns.length;
        const steps = campaigns[campaign]?.delays.length ?? 1;
        return [{ ...lead, campaign, step: ((lead.step - 1) % steps) + 1, due: FROM + lead.due * HOUR }];
      }),
    };
  });

const byDue = (a: World['leads'][number], b: World['leads'][number]) => a.due - b.due;
const inGivenOrder = () => 0;

function leadsOf({ campaigns, inboxes, leads }: World, order = byDue) {
  const collector = new LeadCollector(campaigns, inboxes);
  const known = leads.map((lead, nth) => ({ ...lead, subscriber_id: `subscriber ${nth}` }));
  for (const { subscriber_id, campaign, step, due, domain } of known.toSorted(order)) {
    collector.add({
      subscriber_id,
      campaign_id: campaigns[campaign]?.id ?? '',
      step,
      due,
      email_account_id: null,
      domain,
    });
  }
  return collector.finish();
}

describe('A plan', () => {
  test('keeps every limit, gap, window and delay, and no step comes twice', () => {
    fc.assert(
      fc.property(worlds, (world) => {
        const leads = leadsOf(world);
        const { campaigns, inboxes } = world;
        const made = plan({ from: FROM, until: FROM + 7 * 24 * HOUR, campaigns, inboxes, leads });
        const counted = new Map<string, number>();
        const add = (key: string) => counted.set(key, (counted.get(key) ?? 0) + 1);
        const lastOf = new Map<number, number>();
        const stepsOf = new Map<number, { at: number; step: number }>();
        let before = FROM;
        for (let item = 0; item < made.length; item++) {
          const [at, lead, box, step] = [
            made.at[item]!,
            made.lead[item]!,
            made.inbox[item]!,
            made.step[item]!,
          ];
          const place = leads.campaign[lead]!;
          const campaign = campaigns[place]!;
          const inbox = inboxes[box]!;
          expect(at).toBeGreaterThanOrEqual(before);
          before = at;
          expect(isOpen(campaign.window, at)).toBe(true);
          const day = wallClock(campaign.window.time_zone, at).day;
          add(`campaign ${place} ${day}`);
          add(`inbox ${box} ${istDay(new Date(at))}`);
          add(`domain ${place} ${leads.domain[lead]} ${day}`);
          add(`step ${lead} ${step}`);
          const last = lastOf.get(box);
          if (last !== undefined) expect(at - last).toBeGreaterThanOrEqual(inbox.gap_from * 1_000);
          lastOf.set(box, at);
          const earlier = stepsOf.get(lead);
          if (earlier) {
            expect(step).toBe(earlier.step + 1);
            const { delay_days } = campaign.steps[step - 1]!;
            expect(at).toBeGreaterThanOrEqual(
              // Counted from the slot, which the first email may have come to a minute late.
              daysLater(zoneOf(campaign.window.time_zone), earlier.at, delay_days) - 60_000,
            );
          } else {
            expect(step).toBe(leads.step[lead]);
            expect(at).toBeGreaterThanOrEqual(leads.due[lead]!);
          }
          stepsOf.set(lead, { at, step });
        }
        const firstDay = (place: number) => wallClock(campaigns[place]!.window.time_zone, FROM).day;
        for (const [key, sent] of counted) {
          const [kind, place, ...rest] = key.split(' ');
          const at = Number(place);
          if (kind === 'step') expect(sent).toBe(1);
          if (kind === 'campaign') {
            const used = rest[0] === firstDay(at) ? campaigns[at]!.used : 0;
            expect(sent + used).toBeLessThanOrEqual(Math.max(campaigns[at]!.daily_limit, used));
          }
          if (kind === 'inbox') {
            const used = rest[0] === istDay(new Date(FROM)) ? inboxes[at]!.used : 0;
            expect(sent + used).toBeLessThanOrEqual(Math.max(inboxes[at]!.cap, used));
          }
          if (kind === 'domain') expect(sent).toBeLessThanOrEqual(campaigns[at]!.domain_limit ?? Infinity);
        }
      }),
      { numRuns: 300 },
    );
  });

  test('leaves nobody waiting whom no limit keeps', () => {
    const inbox = {
      id: newId(),
      cap: 1_000,
      used: 0,
      gap_from: 0,
      gap_to: 0,
      last_slot_at: -Infinity,
      last_claim_at: -Infinity,
    };
    const window: SendingWindow = {
      time_zone: 'Europe/Berlin',
      send_days: [...WORKDAYS],
      send_from: '09:00',
      send_until: '18:00',
    };
    const variant = newId();
    const campaign = {
      id: newId(),
      window,
      daily_limit: 100,
      domain_limit: null,
      inboxes: [0],
      used: 0,
      used_by_domain: new Map<string, number>(),
      steps: [1, 2].map((step) => ({
        step,
        delay_days: step === 1 ? 0 : 1,
        variants: [{ id: variant, seed: seedOf(variant) }],
      })),
    };
    const leads = leadsOf({
      campaigns: [campaign],
      inboxes: [inbox],
      leads: Array.from({ length: 150 }, () => ({ campaign: 0, step: 1, due: FROM, domain: 'x.example' })),
    });
    const made = plan({
      from: FROM,
      until: FROM + 7 * 24 * HOUR,
      campaigns: [campaign],
      inboxes: [inbox],
      leads,
    });
    // A Thursday. On Friday the other 50 begin at nine, and 50 of the follow-ups are due at half past ten.
    const days = Map.groupBy(Array.from(made.at), (at) => wallClock('Europe/Berlin', at).day);
    expect([...days].map(([day, of]) => [day, of.length])).toEqual([
      ['2026-03-26', 100],
      ['2026-03-27', 100],
      ['2026-03-30', 100],
    ]);
    // The clocks were put forward on the Sunday in between.
    expect(made.length).toBe(300);
    expect(wallClock('Europe/Berlin', made.at[200] ?? 0).time).toBe('09:00');
  });

  test('is the same in whatever order its leads are given, if equally due ones keep theirs', () => {
    fc.assert(
      fc.property(worlds, ({ leads: all, ...rest }) => {
        // What follows two emails of one moment is equally due as well, so here nothing follows.
        const lastStep = (campaign: number) => rest.campaigns[campaign]?.steps.length ?? 1;
        const world = { ...rest, leads: all.map((lead) => ({ ...lead, step: lastStep(lead.campaign) })) };
        const [sorted, given] = [byDue, inGivenOrder].map((order) => {
          const leads = leadsOf(world, order);
          const made = plan({ from: FROM, until: FROM + 7 * 24 * HOUR, ...world, leads });
          // All that is drawn for a lead follows from the seed.
          return Array.from(made.at, (at, nth) =>
            [at, leads.seed[made.lead[nth]!], made.inbox[nth], made.step[nth], made.variant[nth]].join(' '),
          );
        });
        expect(given).toEqual(sorted);
      }),
      { numRuns: 100 },
    );
  });

  test('is the same however often it is made, and made again on the way it goes on as it said', () => {
    fc.assert(
      fc.property(worlds, (world) => {
        const leads = leadsOf(world);
        const input = {
          from: FROM,
          until: FROM + 3 * 24 * HOUR,
          campaigns: world.campaigns,
          inboxes: world.inboxes,
          leads,
        };
        const [one, other] = [plan(input), plan(input)];
        expect(Array.from(other.at)).toEqual(Array.from(one.at));
        expect(Array.from(other.lead)).toEqual(Array.from(one.lead));
      }),
      { numRuns: 50 },
    );
  });
});
