import type { ComponentChildren } from 'preact';

import { Stat } from './components/stat.tsx';
import { exactRate, exactUsd, moment, NOTHING, number, rate, usd } from './format.ts';

interface FigureProps<Value> {
  /**
   * Where the API's answer holds this value, as `kpis.sent`: what a test looks it up by. Several places with spaces between them
   * where one number says them all: of no leads none is active.
   */
  at?: string | undefined;
  value: Value;
}

/** What `data-value` says: the exact value, where it is not what is shown anyway. */
function unlessShown(value: number, shown: string): number | undefined {
  return String(value) === shown ? undefined : value;
}

/** A whole number of the API's answer, within a line of text. */
export function Count({ at, value }: FigureProps<number>) {
  return (
    <span class="number" data-figure={at} data-value={unlessShown(value, number(value))}>
      {number(value)}
    </span>
  );
}

/** A rate of the API's answer; null when there is nothing to divide by. */
export function Rate({ at, value }: FigureProps<number | null>) {
  return (
    <span class="number" data-figure={at} data-value={String(value)} title={exactRate(value)}>
      {rate(value)}
    </span>
  );
}

/** US dollars of the API's answer, exact to the millionth on hover, or at once. */
export function Dollars({ at, value, exact = false }: FigureProps<number> & { exact?: boolean }) {
  return (
    <span class="number" data-figure={at} data-value={value} title={exactUsd(value)}>
      {exact ? exactUsd(value) : usd(value)}
    </span>
  );
}

const NO_BREAK = '\u00A0';

/** A moment of the API's answer in IST, with UTC on hover; `none` for what has not happened, `brief` for its day alone. */
export function Moment({
  value,
  none = NOTHING,
  brief = false,
}: {
  value: string | null;
  none?: string;
  brief?: boolean;
}) {
  if (value === null) return <span class="muted">{none}</span>;
  const [date = '', time = ''] = moment(value).split(', ');
  const whole = date.replaceAll(' ', NO_BREAK);
  return (
    <time dateTime={value} title={`${value.replace('T', ' ').slice(0, 19)} UTC`}>
      {brief ? whole : `${whole}, ${time}`}
    </time>
  );
}

/** A whole number of the API's answer as a cell of a table. */
export function CountCell({ at, value }: FigureProps<number>) {
  return (
    <td
      class={value === 0 ? 'number zero' : 'number'}
      data-figure={at}
      data-value={unlessShown(value, number(value))}
    >
      {number(value)}
    </td>
  );
}

/** A rate of the API's answer as a cell of a table. */
export function RateCell({ at, value }: FigureProps<number | null>) {
  return (
    <td
      class={value === null ? 'number zero' : 'number'}
      data-figure={at}
      data-value={String(value)}
      title={exactRate(value)}
    >
      {rate(value)}
    </td>
  );
}

/** A headline figure: a whole number of the API's answer, with what exactly it counts. */
export function CountStat({
  at,
  value,
  label,
  meaning,
  children,
}: FigureProps<number> & { label: string; meaning: string; children?: ComponentChildren }) {
  return (
    <Stat label={label} value={<Count at={at} value={value} />} meaning={meaning}>
      {children}
    </Stat>
  );
}
