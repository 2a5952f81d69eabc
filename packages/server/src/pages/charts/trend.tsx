import { day, number } from '../format.ts';
import { Axis, bars, boxes, type Day, type DayChartProps, DayTable, highest, MAX_VALUES } from './days.tsx';

/** Height of the drawing, in CSS pixels. */
const HEIGHT = 200;

/** Lines across the drawing, the floor not counted. */
const LINES = 4;

interface TrendChartProps<Key extends string> extends DayChartProps<Key> {
  /** The measure that is drawn. */
  measure: Key;
  /** The days before, of which the first stands where the first of these does. */
  before: readonly Day<Key>[];
}

/**
 * One measure by day, large: bars on a scale with lines and values, and the period before as a faint line. Pointing at a day, or
 * walking through them with the arrow keys, tells all its values; the table under it lists them.
 */
export function TrendChart<Key extends string>({ measure, before, ...chart }: TrendChartProps<Key>) {
  const shown = chart.days.slice(-Math.floor(MAX_VALUES / (chart.measures.length + 2)));
  const earlier = before.slice(-shown.length);
  const top = scaleFor(Math.max(highest(shown, measure), highest(earlier, measure)));
  const { label = '' } = chart.measures.find(({ key }) => key === measure) ?? {};
  return (
    <figure class="days trend" data-chart tabIndex={0} aria-label={`${label} by day`}>
      <div class="days-plot">
        <ol class="trend-scale" aria-hidden="true">
          {Array.from({ length: LINES + 1 }, (_, line) => (
            <li key={line}>{number((top / LINES) * (LINES - line))}</li>
          ))}
        </ol>
        <svg
          role="img"
          aria-label={`${label} by day, as bars`}
          viewBox={`0 0 ${Math.max(shown.length, 1)} ${HEIGHT}`}
          height={HEIGHT}
          preserveAspectRatio="none"
        >
          <path class="grid" d={lines(shown.length)} vector-effect="non-scaling-stroke" />
          <path class="bar" d={bars(shown, measure, HEIGHT, { top, tallest: HEIGHT })} />
          {earlier.length > 1 && (
            <path class="before" d={line(earlier, measure, top)} vector-effect="non-scaling-stroke" />
          )}
          {boxes(shown, chart.measures, HEIGHT)}
        </svg>
        <Axis days={shown} />
      </div>
      <p class="small muted trend-note">
        {earlier.length > 1 && (
          <span class="key-before">Previous period, from {day(earlier[0]?.date ?? '')}</span>
        )}
        <span role="status" data-readout />
      </p>
      <DayTable {...chart} days={shown} skipped={chart.days.length - shown.length} />
    </figure>
  );
}

/** The end of the scale: whole steps of 1, 2 or 5 of a power of ten, above the highest value. */
export function scaleFor(highestValue: number): number {
  const step = Math.max(1, highestValue / LINES);
  const power = 10 ** Math.floor(Math.log10(step));
  const nice = [1, 2, 5, 10].find((factor) => factor * power >= step) ?? 10;
  return nice * power * LINES;
}

function lines(width: number): string {
  return Array.from(
    { length: LINES },
    (_, line) => `M0 ${(HEIGHT / LINES) * line}H${Math.max(width, 1)}`,
  ).join('');
}

function line<Key extends string>(days: readonly Day<Key>[], key: Key, top: number): string {
  return days
    .map(
      (row, index) =>
        `${index === 0 ? 'M' : 'L'}${index + 0.5} ${Math.round(HEIGHT - (row[key] / top) * HEIGHT)}`,
    )
    .join('');
}
