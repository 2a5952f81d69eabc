import type { ComponentChildren } from 'preact';

interface TableProps {
  /** What the table holds: its name for screen readers, shown when `captioned`. */
  name: string;
  captioned?: boolean;
  /** Headings; one that begins with `#` stands over numbers, and an empty one over buttons. */
  head: string[];
  children: ComponentChildren;
}

/** A table that scrolls inside its own frame on a narrow screen. Rows are `tr` with a `th scope="row"` first. */
export function Table({ name, captioned = false, head, children }: TableProps) {
  return (
    <Scroll label={name}>
      <table>
        <caption class={captioned ? undefined : 'sr'}>{name}</caption>
        <thead>
          <tr>
            {head.map((heading) => (
              <Heading key={heading}>{heading}</Heading>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </Scroll>
  );
}

/** What is wider than a narrow screen scrolls in here, from the keyboard too. */
export function Scroll({ label, children }: { label: string; children: ComponentChildren }) {
  return (
    <div class="scroll" tabIndex={0} role="region" aria-label={label}>
      {children}
    </div>
  );
}

function Heading({ children: heading }: { children: string }) {
  if (heading === '') {
    return (
      <td>
        <span class="sr">Actions</span>
      </td>
    );
  }
  return heading.startsWith('#') ? (
    <th scope="col" class="number">
      {heading.slice(1)}
    </th>
  ) : (
    <th scope="col">{heading}</th>
  );
}
