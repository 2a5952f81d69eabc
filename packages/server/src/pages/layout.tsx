import type { ComponentChildren } from 'preact';
import { renderToString } from 'preact-render-to-string';

import type { Role } from '@lodestone/core';

import { SCRIPT_PATH, ICON_PATH } from './assets.ts';
import { Text } from './components/text.tsx';
import type { Said } from './flash.ts';
import { type Section, SECTIONS } from './sections.ts';
import { STYLES } from './styles.ts';

/** The user who sees the page; null on the public ones. */
export interface Viewer {
  account_name: string;
  email: string;
  role: Role;
  /** Of the demo: its people are played, and no email of it leaves. */
  simulated: boolean;
}

interface LayoutProps {
  title: string;
  section: Section | null;
  viewer: Viewer | null;
  /** What was just done, said at the top. */
  flash?: Said | null;
  /** Why no email leaves from this installation. */
  held?: string | null;
  /** Whether the script has something to do on the page. */
  scripted?: boolean;
  children: ComponentChildren;
}

/** What every page begins with, the same to the byte. */
export const BEGINNING = `<!doctype html><html lang="en"><head>${renderToString(
  <>
    <meta charSet="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="robots" content="noindex" />
    <link rel="icon" href={ICON_PATH} type="image/svg+xml" />
    <style dangerouslySetInnerHTML={{ __html: STYLES }} />
  </>,
)}`;

/** The rest of a page, in the frame of every page. Public pages have no navigation. */
export function restOfPage({ title, scripted = false, ...page }: LayoutProps): string {
  const head = renderToString(
    <>
      <title>{`${title} · Lodestone`}</title>
      {scripted && <script src={SCRIPT_PATH} defer />}
    </>,
  );
  return `${head}</head>${renderToString(<Body {...page} />)}</html>`;
}

function Body({
  section,
  viewer,
  flash = null,
  held = null,
  children,
}: Omit<LayoutProps, 'title' | 'scripted'>) {
  return (
    <body>
      <a class="skip" href="#main">
        Skip to content
      </a>
      <div class={viewer ? 'frame owner' : 'frame'}>
        <header class="head">
          <Brand href={viewer ? '/' : null} />
          {viewer && <Navigation section={section} />}
          {viewer && <AccountMenu viewer={viewer} />}
        </header>
        <main class="main" id="main" tabIndex={-1}>
          {held !== null && (
            <p class="note warn" role="status">
              No emails are sent: {held}. The person who runs this server can resume sending with “lodestone
              sending resume”. If this is a restored backup, first{' '}
              <a href="/campaigns">pause the campaigns</a> that have sent since the backup was made: emails
              that left after that are not known here, and would be sent again.
            </p>
          )}
          {viewer?.simulated && (
            <p class="small muted">
              Demo account: its visitors and replies are simulated, and its emails stay in the{' '}
              <a href="/outbox">outbox</a>.
            </p>
          )}
          {flash !== null && (
            <p class={`note ${flash.tone} flash`} role="status">
              {flash.text}
            </p>
          )}
          {children}
        </main>
        <footer class="foot">
          <span>Lodestone</span>
          {viewer && <a href="/docs">API reference</a>}
          {viewer && <span>Days and times are in IST (UTC+5:30)</span>}
        </footer>
      </div>
    </body>
  );
}

function Brand({ href }: { href: string | null }) {
  const name = (
    <>
      <svg width="18" height="18" viewBox="0 0 32 32" aria-hidden="true">
        <path d="M16 1 30 16 16 31 2 16zM16 7v18l-7-9z" fill-rule="evenodd" />
      </svg>
      Lodestone
    </>
  );
  return href === null ? (
    <span class="brand">{name}</span>
  ) : (
    <a class="brand" href={href}>
      {name}
    </a>
  );
}

function Navigation({ section }: { section: Section | null }) {
  return (
    <nav aria-label="Sections">
      <ul>
        {SECTIONS.map(({ name, label, path }) => (
          <li key={name}>
            <a href={path} aria-current={name === section ? 'page' : undefined}>
              {label}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function AccountMenu({ viewer }: { viewer: Viewer }) {
  return (
    <details class="account">
      <summary>
        <span class="sr">Account: </span>
        <Text>{viewer.account_name}</Text>
      </summary>
      <div>
        <p class="small muted">
          Signed in as <Text>{viewer.email}</Text>
        </p>
        <a href="/settings/sign-in">Your sign-in</a>
        <form method="post" action="/sign-out">
          <button type="submit" class="quiet">
            Sign out
          </button>
        </form>
      </div>
    </details>
  );
}
