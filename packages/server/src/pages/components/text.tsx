/** Text that somebody else wrote: its direction is its own, and an override in it cannot turn the page around. */
export function Text({ children, most = 300 }: { children: string | null; most?: number }) {
  if (children === null || children === '') return <span class="muted">—</span>;
  const shown = excerpt(children, most);
  return (
    <bdi dir="auto" title={shown === children ? undefined : excerpt(children, 1000)}>
      {shown}
    </bdi>
  );
}

/** A long text of several lines, such as the body of a mail: as it was written, and scrolled where it is endless. */
export function LongText({ children, label }: { children: string; label: string }) {
  return (
    <div class="prose-text" dir="auto" tabIndex={0} role="region" aria-label={label}>
      {children}
    </div>
  );
}

/** The beginning of a text, cut between characters. */
export function excerpt(text: string, most: number): string {
  if (text.length <= most) return text;
  const characters = Array.from(text.slice(0, most * 2 + 2));
  return characters.length <= most ? characters.join('') : `${characters.slice(0, most).join('')}…`;
}
