import { number } from '../format.ts';

/** How a figure moved against the period before, which hovering names. */
export function Delta({ now, before }: { now: number; before: number | undefined }) {
  if (before === undefined || (now === 0 && before === 0)) return null;
  return (
    <span class="delta" title={`${number(before)} in the previous period`}>
      {before === 0 ? 'new' : change(now, before)}
    </span>
  );
}

function change(now: number, before: number): string {
  const percent = Math.round(((now - before) / before) * 100);
  if (percent === 0) return '±0%';
  return `${percent > 0 ? '+' : '−'}${number(Math.abs(percent))}%`;
}
