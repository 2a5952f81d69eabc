import type { ListedKey } from '@lodestone/core';

import { Status } from '../components/badge.tsx';
import { Card, Empty } from '../components/card.tsx';
import { Table } from '../components/table.tsx';
import { Text } from '../components/text.tsx';
import { Moment } from '../figure.tsx';

/** All keys, newest first. Revoked and expired ones stay, with when they were last used. */
export function Keys({ keys, mayChange }: { keys: ListedKey[]; mayChange: boolean }) {
  return (
    <Card title="API keys">
      {keys.length === 0 ? (
        <Empty title="No keys yet">
          <p>
            {mayChange ? 'Create one below. ' : 'An owner can create one. '}Scripts, CI jobs and agents use
            keys to read your data.
          </p>
        </Empty>
      ) : (
        <Table name="API keys" head={['Name', 'Status', 'Scopes', 'Created', 'Last used', 'Expires']}>
          {keys.map((key) => (
            <Row key={key.id} of={key} mayChange={mayChange} />
          ))}
        </Table>
      )}
    </Card>
  );
}

function Row({ of: key, mayChange }: { of: ListedKey; mayChange: boolean }) {
  return (
    <tr data-key={key.id}>
      <th scope="row">
        <Text most={100}>{key.name}</Text>
        <br />
        <code class="muted">{key.hint}</code>
      </th>
      <td>
        <div class="stack tight starts">
          <Status>{key.state}</Status>
          {mayChange && key.state !== 'revoked' && (
            <a class="button quiet danger" href={`/settings/developers/keys/${key.id}/revoke`}>
              Revoke<span class="sr"> {key.name}</span>
            </a>
          )}
        </div>
      </td>
      <td class="small scopes">{key.scopes.join(', ')}</td>
      <td>
        <Moment value={key.created_at} />
      </td>
      <td>
        <Moment value={key.last_used_at} none="Never" />
      </td>
      <td>
        <Moment value={key.expires_at} none="Never" />
      </td>
    </tr>
  );
}
