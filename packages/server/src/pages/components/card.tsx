import type { ComponentChildren } from 'preact';

interface CardProps {
  title: string;
  /** Links or a note beside the title. */
  aside?: ComponentChildren;
  /** Target of links to this card. */
  id?: string;
  children: ComponentChildren;
}

export function Card({ title, aside, id, children }: CardProps) {
  return (
    <section class="card" id={id}>
      <header>
        <h2>{title}</h2>
        {aside}
      </header>
      {children}
    </section>
  );
}

/** The heading of a page, with what can be done on it, and the way back up. */
export function PageTitle({
  children,
  up,
  actions,
}: {
  children: ComponentChildren;
  up?: { path: string; label: string };
  actions?: ComponentChildren;
}) {
  return (
    <div class="title">
      <div>
        {up && (
          <p class="crumb">
            <a href={up.path}>← {up.label}</a>
          </p>
        )}
        <h1>{children}</h1>
      </div>
      {actions && <div class="row">{actions}</div>}
    </div>
  );
}

/** Nothing there yet, and what to do next. */
export function Empty({ title, children }: { title: string; children?: ComponentChildren }) {
  return (
    <div class="empty">
      <h2>{title}</h2>
      {children}
    </div>
  );
}

/** Figures that are all zero, folded away under what that means; others as they are. */
export function Folded({
  when,
  because,
  children,
}: {
  when: boolean;
  because: string;
  children: ComponentChildren;
}) {
  if (!when) return <>{children}</>;
  return (
    <details class="card">
      <summary>Figures ({because})</summary>
      <div class="stack">{children}</div>
    </details>
  );
}

/** Something that a person must know before going on. */
export function Note({ tone, children }: { tone?: 'good' | 'warn' | 'bad'; children: ComponentChildren }) {
  return <div class={tone ? `note ${tone}` : 'note'}>{children}</div>;
}

/** Names and values of one thing. */
export function Facts({ children }: { children: ComponentChildren }) {
  return <dl class="facts">{children}</dl>;
}

export function Fact({ name, children }: { name: string; children: ComponentChildren }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </>
  );
}
