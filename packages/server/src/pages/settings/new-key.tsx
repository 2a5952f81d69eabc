import type { ListedKey } from '@lodestone/core';

import type { Shown } from '../answer.ts';
import { Note, PageTitle } from '../components/card.tsx';
import { Text } from '../components/text.tsx';

/**
 * The one time that a key is seen. It is the answer to the form itself, and not a page of its own: nothing that could be
 * opened again, kept or logged ever holds it.
 */
export function newKeyPage(origin: string, token: string, key: ListedKey): Shown {
  return {
    title: 'Your new API key',
    section: 'settings',
    copies: true,
    body: (
      <>
        <PageTitle up={{ path: '/settings/developers', label: 'Developers' }}>Your new API key</PageTitle>
        <section class="card">
          <h2>
            <Text most={100}>{key.name}</Text>
          </h2>
          <Note tone="warn">
            <p>
              <strong>Copy it now.</strong> It is shown this once and cannot be recovered: only its hash is
              stored. A lost key is revoked and replaced.
            </p>
          </Note>
          <Copied id="key" label="Copy the key" text={token} />
        </section>
        <section class="card">
          <h2>Try it</h2>
          <h3>curl</h3>
          <Copied id="curl" label="Copy the curl command" text={curl(origin, token)} block />
          <h3>TypeScript, with the SDK</h3>
          <Copied id="sdk" label="Copy the SDK snippet" text={sdk(origin, token)} block />
          <p class="small muted">
            Keep it out of your repository: put it into the environment as <code>LODESTONE_API_KEY</code>.
            Every operation is in the <a href="/docs">API reference</a>.
          </p>
        </section>
      </>
    ),
  };
}

/** A text with a button that copies it. The button appears where scripts run. */
function Copied({
  id,
  label,
  text,
  block = false,
}: {
  id: string;
  label: string;
  text: string;
  block?: boolean;
}) {
  return (
    <div class={block ? 'stack tight' : 'secret'}>
      {block ? (
        <pre id={id} tabIndex={0} aria-label={label.replace('Copy the', 'The')} role="region">
          {text}
        </pre>
      ) : (
        <code id={id}>{text}</code>
      )}
      <div class="row">
        <button type="button" class="quiet" data-copy={id} hidden>
          {label}
        </button>
        <span role="status" id={`${id}-status`} class="small" />
      </div>
    </div>
  );
}

function curl(origin: string, token: string): string {
  return `curl ${origin}/api/v1/me \\\n  -H "Authorization: Bearer ${token}"`;
}

function sdk(origin: string, token: string): string {
  return `import { Lodestone } from '@lodestone/sdk';

const lodestone = new Lodestone({
  apiKey: '${token}',
  baseUrl: '${origin}/api',
});

console.log(await lodestone.me());`;
}
