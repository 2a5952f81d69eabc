import type { ComponentChildren } from 'preact';

interface StatProps {
  label: string;
  value: ComponentChildren;
  /** What exactly is counted: shown on hover, and on a click or the Enter key. */
  meaning: string;
  /** A second line, such as what a rate is a share of. */
  children?: ComponentChildren;
}

/** One headline figure with its meaning. Stands in `Stats`. */
export function Stat({ label, value, meaning, children }: StatProps) {
  return (
    <div class="stat">
      <dt>
        <details>
          <summary title={meaning}>{label}</summary>
          <p>{meaning}</p>
        </details>
      </dt>
      <dd>{value}</dd>
      {children !== undefined && <dd>{children}</dd>}
    </div>
  );
}

export function Stats({ children }: { children: ComponentChildren }) {
  return <dl class="stats">{children}</dl>;
}
