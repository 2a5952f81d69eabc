import { type Account, forecast, plannedHours } from '@lodestone/core';

import type { Answer } from '../answer.ts';
import { Card, Empty, PageTitle } from '../components/card.tsx';
import { Table } from '../components/table.tsx';
import { Text } from '../components/text.tsx';
import { Moment } from '../figure.tsx';
import { counted, number } from '../format.ts';

const DAYS = 7;

/** Rows of the table; a longer one is for the command line. */
const MAX_ROWS = 500;

/** Leads that a page looks at, about. Whose inboxes could get through more of them in these days sees how it begins. */
export const MOST_LEADS = 100_000;

/** What every campaign will send in the next days, by hour and inbox: the sender claims what stands here. */
export async function showPlan(account: Account): Promise<Answer> {
  const made = await forecast(account, { days: DAYS, most: MOST_LEADS });
  const isCut = made.plan.until < made.until;
  const rows = await plannedHours(account, made);
  return {
    title: 'Planned emails',
    section: 'campaigns',
    body: (
      <>
        <PageTitle up={{ path: '/campaigns', label: 'Campaigns' }}>Planned emails</PageTitle>
        <Card
          title={`${counted(made.plan.length, 'email')} in the next ${DAYS} days`}
          aside={<span class="small muted">If nobody replies and nothing changes</span>}
        >
          {isCut && (
            <p>
              That is until <Moment value={new Date(made.plan.until).toISOString()} />. Your inboxes can get
              through more leads than a page can plan: <code>lodestone plan</code> plans all {DAYS} days.
            </p>
          )}
          {rows.length === 0 ? (
            <Empty title="Nothing is planned">
              <p>No active campaign has a lead whose next email is due within {DAYS} days.</p>
            </Empty>
          ) : (
            <Table name="Planned emails by hour and inbox" head={['Hour (IST)', 'Inbox', '#Emails']}>
              {rows.slice(0, MAX_ROWS).map(({ hour, inbox, emails }) => (
                <tr key={`${hour} ${inbox}`}>
                  <th scope="row">
                    <Moment value={beginningOf(hour)} />
                  </th>
                  <td>
                    <Text most={100}>{inbox}</Text>
                  </td>
                  <td class="number">{number(emails)}</td>
                </tr>
              ))}
            </Table>
          )}
          {rows.length > MAX_ROWS && (
            <p class="small muted">
              The first {number(MAX_ROWS)} rows are shown. <code>lodestone plan</code> prints all{' '}
              {number(rows.length)}.
            </p>
          )}
        </Card>
      </>
    ),
  };
}

/** The moment at which an hour of IST, such as `2026-11-20 14:00`, begins. */
function beginningOf(hour: string): string {
  return new Date(`${hour.replace(' ', 'T')}:00+05:30`).toISOString();
}
