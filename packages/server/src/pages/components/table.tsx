import { type ComponentChildren, Fragment, type FunctionComponent, isValidElement, type VNode } from 'preact';

interface TableProps {
  /** What the table holds: its name for screen readers, shown when `captioned`. */
  name: string;
  captioned?: boolean;
  /** Whether it stays a table on a narrow screen, where others become a card a row. */
  narrow?: 'cards' | 'table';
  /** Whether it needs much room, and becomes cards sooner; so does one of many columns. */
  broad?: boolean;
  /** Headings; one that begins with `#` stands over numbers, with `?` over boxes to tick, and an empty one over buttons. */
  head: string[];
  children: ComponentChildren;
}

/** Columns that fit on half a screen. */
const MANY_COLUMNS = 5;

/** A table; on a narrow screen a card a row, or scrolled inside its own frame. Rows are `tr` with a `th scope="row"` first. */
export function Table({
  name,
  captioned = false,
  narrow = 'cards',
  head,
  broad = head.length > MANY_COLUMNS,
  children,
}: TableProps) {
  return (
    <Scroll label={name}>
      <table class={narrow === 'table' ? undefined : broad ? 'cards broad' : 'cards'}>
        <caption class={captioned ? undefined : 'sr'}>{name}</caption>
        <thead>
          <tr>
            {head.map((heading) => (
              <Heading key={heading}>{heading}</Heading>
            ))}
          </tr>
        </thead>
        <tbody>{narrow === 'cards' ? labelled(children, head) : children}</tbody>
      </table>
    </Scroll>
  );
}

/** An element of the page, which may have others in it. */
type Element = VNode<{ children?: ComponentChildren }>;

/** Rows whose cells carry their heading, which a card shows before the value. */
function labelled(rows: ComponentChildren, head: string[]): VNode[] {
  const labels = head.map((heading) => (/^[?]|^$/.test(heading) ? undefined : heading.replace(/^#/, '')));
  return elementsOf(rows).map((row) => {
    const cells = elementsOf(row.props.children);
    return withProps(row, { children: cells.map((cell, at) => withLabel(cell, labels[at])) });
  });
}

function withLabel(cell: Element, label: string | undefined): Element {
  return cell.type === 'td' && label !== undefined ? withProps(cell, { 'data-label': label }) : cell;
}

// A list has a few hundred cells, and Preact's own `cloneElement` takes twice as long over each.
function withProps(element: Element, props: Record<string, unknown>): Element {
  return { ...element, props: { ...element.props, ...props } };
}

/** The elements that children come to. Components of the application are plain functions, so they can be asked. */
function elementsOf(children: ComponentChildren, found: Element[] = []): Element[] {
  if (Array.isArray(children)) for (const child of children) elementsOf(child, found);
  else if (isValidElement(children)) {
    const { type, props } = children as Element;
    if (type === Fragment) elementsOf(props.children, found);
    else if (typeof type === 'string') found.push(children as Element);
    else elementsOf((type as FunctionComponent)(props), found);
  }
  return found;
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
  if (heading.startsWith('?')) {
    return (
      <td>
        <span class="sr">{heading.slice(1)}</span>
        <input type="checkbox" data-select-all aria-label="Select all on this page" hidden />
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
