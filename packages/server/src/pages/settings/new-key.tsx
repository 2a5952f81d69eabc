import type { ListedKey } from '@lodestone/core';

import type { Shown } from '../answer.ts';
import { Note, PageTitle } from '../components/card.tsx';
import { Copied } from '../components/copied.tsx';
import { Text } from '../components/text.tsx';

/** The one time that a key is seen: nothing that could be opened again, kept or logged ever holds it. */
export function newKeyPage(origin: string, token: string, key: ListedKey): Shown {
  return {
    title: 'Your new API key',
    section: 'settings',
    scripted: true,
    secret: true,
    body: (
      <>
        <PageTitle up={{ path: '/settings/developers', label: 'Developers' }}>Your new API key</PageTitle>
        <section class="card">
          <h2>
            <Text most={100}>{key.name}</Text>
          </h2>
          <Note tone="warn">
            <p>
              <strong>Copy it now.</strong> It is shown only once and cannot be recovered, because only its
              hash is stored. If you lose it, revoke it and create a new one.
            </p>
          </Note>
          <Copied id="key" label="Copy the key" text={token} />
        </section>
        <section class="card">
          <h2>Try it</h2>
          <h3>curl</h3>
          <Copied id="curl" label="Copy the curl command" text={curl(origin, token)} block />
          <h3>TypeScript, with the SDK</h3>
          <p class="small muted">
            The SDK comes with Lodestone’s source code. Pack it there with{' '}
            <code>npx pnpm --filter @lodestone/sdk pack</code>, copy the file that this makes into your
            project, and install it there: <code>npm install ./lodestone-sdk-1.0.0.tgz</code>. Then save this
            as <code>first-call.mjs</code> and run <code>node first-call.mjs</code>.
          </p>
          <Copied id="sdk" label="Copy the SDK snippet" text={sdk(origin, token)} block />
          <p class="small muted">
            Keep the key out of your repository: put it in the environment as <code>LODESTONE_API_KEY</code>.
            Every operation is in the <a href="/docs">API reference</a>.
          </p>
        </section>
      </>
    ),
  };
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
