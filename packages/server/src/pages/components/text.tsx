/** Text that somebody else wrote: its direction is its own, and an override in it cannot turn the page around. */
export function Text({ children, most = 300 }: { children: string | null; most?: number }) {
  if (children === null || children === '') return <span class="muted">—</span>;
  const shown = excerpt(children, most);
  return (
    <bdi dir="auto" title={shown === children ? undefined : excerpt(children, 1000)}>
      {contained(shown)}
    </bdi>
  );
}

/** An address in a column, which may break before its at sign, so that none is cut through its name. */
export function Address({ children }: { children: string | null }) {
  if (children === null) return <Text>{null}</Text>;
  const shown = contained(excerpt(children, 100));
  const at = shown.lastIndexOf('@');
  if (at < 1) return <Text>{shown}</Text>;
  return (
    <bdi dir="auto" title={shown === children ? undefined : children}>
      {shown.slice(0, at)}
      <wbr />
      {shown.slice(at)}
    </bdi>
  );
}

/**
 * The text with its directional isolates balanced (Unicode UAX 9). One that is left open, or closed once too often, would
 * take the end of the element that isolates the text for its own, and turn around what stands after it.
 */
function contained(text: string): string {
  if (!/[\u2066-\u2069]/.test(text)) return text;
  let open = 0;
  const balanced = text.replaceAll(/[\u2066-\u2069]/g, (isolate) => {
    if (isolate !== '\u2069') open++;
    else if (open === 0) return '';
    else open--;
    return isolate;
  });
  return balanced + '\u2069'.repeat(open);
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
