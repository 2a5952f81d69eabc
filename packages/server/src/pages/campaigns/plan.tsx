import { type Account, forecast, type PlannedHour, plannedHours } from '@lodestone/core';

import type { Answer } from '../answer.ts';
import { Card, Empty, PageTitle } from '../components/card.tsx';
import { Table } from '../components/table.tsx';
import { Address } from '../components/text.tsx';
import { Moment } from '../figure.tsx';
import { counted, day as inWords, number } from '../format.ts';

const DAYS = 7;

const weekday = new Intl.DateTimeFormat('en', { timeZone: 'UTC', weekday: 'long' });

/** Inboxes of a day that are shown; more are for the command line. */
const MAX_INBOXES = 70;

/** Leads that a page looks at, about. Whose inboxes could get through more of them in these days sees how it begins. */
export const MOST_LEADS = 100_000;

/** What every campaign will send in the next days, by hour and inbox: the sender claims what stands here. */
export async function showPlan(account: Account): Promise<Answer> {
  const made = await forecast(account, { days: DAYS, most: MOST_LEADS });
  const isCut = made.plan.until < made.until;
  const days = Map.groupBy(await plannedHours(account, made), ({ hour }) =>
    hour.slice(0, 'yyyy-mm-dd'.length),
  );
  return {
    title: 'Planned emails',
    section: 'campaigns',
    body: (
      <>
        <PageTitle up={{ path: '/campaigns', label: 'Campaigns' }}>Planned emails</PageTitle>
        <p class="muted">
          {counted(made.plan.length, 'email')} in the next {DAYS} days, if nobody replies and nothing changes.
        </p>
        {isCut && (
          <p>
            That is until <Moment value={new Date(made.plan.until).toISOString()} />. Your inboxes can get
            through more leads than a page can plan: <code>lodestone plan</code> plans all {DAYS} days.
          </p>
        )}
        {days.size === 0 && (
          <section class="card">
            <Empty title="Nothing is planned">
              <p>
                No email of an active campaign can leave within {DAYS} days. Each campaign’s leads say what
                they wait for.
              </p>
            </Empty>
          </section>
        )}
        {[...days].map(([day, planned]) => (
          <Day key={day} day={day} planned={planned} />
        ))}
      </>
    ),
  };
}

/** A day's emails, an inbox a row and an hour a column. Hours without any are left out. */
function Day({ day, planned }: { day: string; planned: PlannedHour[] }) {
  const hours = [...new Set(planned.map(({ hour }) => hour))];
  const inboxes = [...Map.groupBy(planned, ({ inbox }) => inbox)].toSorted(([a], [b]) => a.localeCompare(b));
  const name = `${weekday.format(new Date(`${day}T00:00:00Z`))}, ${inWords(day)}`;
  return (
    <Card title={name} aside={<span class="small muted">{counted(sumOf(planned), 'email')}</span>}>
      <Table
        name={`Planned emails, ${name}, by inbox and hour (IST)`}
        head={['Inbox', ...hours.map((hour) => `#${hour.slice(-'hh:mm'.length)}`), '#All day']}
      >
        {inboxes.slice(0, MAX_INBOXES).map(([inbox, its]) => (
          <tr key={inbox}>
            <th scope="row">
              <Address>{inbox}</Address>
            </th>
            {hours.map((hour) => (
              <td key={hour} class="number">
                {emailsAt(its, hour)}
              </td>
            ))}
            <td class="number">{number(sumOf(its))}</td>
          </tr>
        ))}
      </Table>
      {inboxes.length > MAX_INBOXES && (
        <p class="small muted">
          The first {MAX_INBOXES} inboxes are shown. <code>lodestone plan</code> prints all{' '}
          {number(inboxes.length)}.
        </p>
      )}
    </Card>
  );
}

/** Null, for an empty cell, where there are none. */
function emailsAt(planned: readonly PlannedHour[], hour: string): string | null {
  const found = planned.find((one) => one.hour === hour);
  return found === undefined ? null : number(found.emails);
}

function sumOf(planned: readonly PlannedHour[]): number {
  return planned.reduce((sum, { emails }) => sum + emails, 0);
}
