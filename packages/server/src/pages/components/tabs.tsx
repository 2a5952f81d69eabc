interface Tab {
  value: string;
  label: string;
  path: string;
}

/** Links that choose among views of the same page; which one it is stays in the address. */
export function Tabs({ name, tabs, current }: { name: string; tabs: readonly Tab[]; current: string }) {
  return (
    <nav aria-label={name}>
      <ul class="tabs">
        {tabs.map(({ value, label, path }) => (
          <li key={value}>
            <a href={path} aria-current={value === current ? 'page' : undefined}>
              {label}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
