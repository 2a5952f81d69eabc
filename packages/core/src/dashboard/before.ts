import type { Account } from '../db/account.ts';
import { daysBefore, istDay, firstDayOf } from '../days.ts';
import { byDay, type DashboardRange, type DashboardScope, kpisOf, readSums } from './read.ts';

export type DashboardBefore = NonNullable<Awaited<ReturnType<typeof readDashboardBefore>>>;

/** The as many days before a range, to compare it with; null for all time, which nothing is before. */
export async function readDashboardBefore(
  account: Account,
  { range, scope }: { range: DashboardRange; scope: DashboardScope },
) {
  const first = firstDayOf(range, istDay(account.now()));
  if (first === null) return null;
  const { from, to } = daysBefore(first, istDay(account.now()));
  const rows = await readSums(account, from, to, scope);
  return { from, to, kpis: kpisOf(rows.find((row) => row.grain === 'total')), by_day: byDay(rows, from, to) };
}
