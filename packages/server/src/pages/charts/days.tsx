import { markup } from '../components/markup.ts';
import { Table } from '../components/table.tsx';
import { day, number } from '../format.ts';

/**
 * Most values that a page draws and lists, a day's dates counted as two, so that it stays within its 60 KB whatever they
 * are. Of more, the latest days are shown.
 */
export const MAX_VALUES = 4_200;

/** Height of a measure's strip and of the tallest bar in it, in CSS pixels. */
const STRIP = 60;
const TALLEST = 46;

/** Up to this many days, bars have a gap between them. */
const GAPS_UP_TO = 120;

/** Of fewer days than this, bars are as wide as of so many: one day is no wall. */
const FEW = 12;

export interface Measure<Key extends string> {
  key: Key;
  label: string;
  /** Formats a value for hover and table; without it, it is a whole number. */
  show?: (value: number) => string;
}

export type Day<Key extends string> = { date: string } & Record<Key, number>;

export interface DayChartProps<Key extends string> {
  /** Where the API's answer holds the days. */
  at: string;
  title: string;
  days: readonly Day<Key>[];
  measures: readonly Measure<Key>[];
}

/**
 * Days as bars: one strip a measure, each on its own scale, so that a small one is not flattened by a large one. Pointing at
 * a day shows its values, and a table under it lists them all.
 */
export function DayChart<Key extends string>({ at, title, days, measures }: DayChartProps<Key>) {
  const shown = days.slice(-Math.floor(MAX_VALUES / (measures.length + 2)));
  const height = measures.length * STRIP;
  return (
    <figure class="days">
      <div class="days-plot">
        <ul class="days-labels">
          {measures.map((measure) => (
            <li key={measure.key}>
              <b>{measure.label}</b>
              <small class="muted">{scaleOf(measure, highest(shown, measure.key))}</small>
            </li>
          ))}
        </ul>
        <svg
          role="img"
          aria-label={`${title}, as bars`}
          viewBox={`0 0 ${Math.max(shown.length, 1)} ${height}`}
          height={height}
          preserveAspectRatio="none"
        >
          {measures.map((measure, index) => (
            <path key={measure.key} class="bar" d={bars(shown, measure.key, (index + 1) * STRIP)} />
          ))}
          {boxes(shown, measures, height)}
        </svg>
        <Axis days={shown} />
      </div>
      <DayTable {...{ at, title, measures }} days={shown} skipped={days.length - shown.length} />
    </figure>
  );
}

/** What a strip's tallest bar stands for. */
function scaleOf(measure: { show?: (value: number) => string }, most: number): string {
  return most === 0 ? 'none' : `up to ${shownBy(measure)(most)} a day`;
}

/** First day, the one in the middle, and the last. */
export function Axis({ days }: { days: readonly { date: string }[] }) {
  const marks = new Set([0, Math.floor((days.length - 1) / 2), days.length - 1]);
  return (
    <p class="days-axis">
      {[...marks]
        .flatMap((mark) => days[mark] ?? [])
        .map(({ date }) => (
          <span key={date}>{day(date)}</span>
        ))}
      <span class="sr">Days are counted in India Standard Time.</span>
    </p>
  );
}

/** The same days as a table, the latest first. A cell's text is the figure, which keeps hundreds of rows small. */
export function DayTable<Key extends string>({
  at,
  title,
  days,
  measures,
  skipped,
}: DayChartProps<Key> & { skipped: number }) {
  return (
    <details>
      <summary>Values by day, in IST</summary>
      {skipped > 0 && (
        <p class="small muted">The latest {number(days.length)} days. The API lists all of them.</p>
      )}
      <div
        class="days-table"
        data-days={at}
        data-skipped={skipped}
        data-keys={measures.map(({ key }) => key).join(' ')}
      >
        <Table
          narrow="table"
          name={`${title}, as a table`}
          head={['Day', ...measures.map(({ label }) => `#${label}`)]}
        >
          {days.toReversed().map((row) => {
            const cells = measures.map((measure) => markup`<td>${shownBy(measure)(row[measure.key])}</td>`);
            return markup`<tr><th scope="row">${day(row.date)}</th>${cells}</tr>`;
          })}
        </Table>
      </div>
    </details>
  );
}

/** The bars of a measure as one path, which stand on `floor`; a value of `top` is `tallest` high. */
export function bars<Key extends string>(
  days: readonly Day<Key>[],
  key: Key,
  floor: number,
  { top = highest(days, key), tallest = TALLEST }: { top?: number; tallest?: number } = {},
): string {
  const width = days.length > GAPS_UP_TO ? 1 : round(0.76 * Math.min(1, days.length / FEW));
  const gap = round((1 - width) / 2);
  return days
    .map((row, index) => {
      if (row[key] === 0) return '';
      // At least a pixel high, so that one event beside a thousand is still seen.
      const height = Math.max(1, Math.round((row[key] / top) * tallest));
      return `M${round(index + gap)} ${floor}v-${height}h${width}v${height}z`;
    })
    .join('');
}

function round(width: number): number {
  return Math.round(width * 1_000) / 1_000;
}

export function highest<Key extends string>(days: readonly Day<Key>[], key: Key): number {
  return days.reduce((most, row) => Math.max(most, row[key]), 0);
}

/** A day's column of the drawing, which shows its values when pointed at. */
export function boxes<Key extends string>(
  days: readonly Day<Key>[],
  measures: readonly Measure<Key>[],
  height: number,
) {
  return days.map(
    (row, index) =>
      markup`<rect x="${index}" width="1" height="${height}"><title>${summary(row, measures)}</title></rect>`,
  );
}

function summary<Key extends string>(row: Day<Key>, measures: readonly Measure<Key>[]): string {
  return [
    day(row.date),
    ...measures.map((measure) => `${measure.label}: ${shownBy(measure)(row[measure.key])}`),
  ].join('\n');
}

function shownBy(measure: { show?: (value: number) => string }): (value: number) => string {
  return measure.show ?? number;
}
