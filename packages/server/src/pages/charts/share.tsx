import { Rate } from '../figure.tsx';

/** A bar as wide as a share of the whole. It says nothing to a screen reader, which reads the figure beside it. */
export function Bar({ share }: { share: number | null }) {
  return (
    <svg class="meter" viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">
      <rect class="track" width="100" height="8" />
      <rect class="bar" width={Math.round((share ?? 0) * 1_000) / 10} height="8" />
    </svg>
  );
}

/** A share with its bar. */
export function Share({ at, value }: { at: string; value: number | null }) {
  return (
    <span class="share">
      <Bar share={value} />
      <Rate at={at} value={value} />
    </span>
  );
}
