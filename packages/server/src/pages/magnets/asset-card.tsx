import type { Asset } from '@lodestone/core';

import { Badge } from '../components/badge.tsx';
import { Card } from '../components/card.tsx';
import { Input } from '../components/field.tsx';
import { Text } from '../components/text.tsx';
import { number } from '../format.ts';

/** What the magnet hands out, and the form that changes it. */
export function AssetCard({
  id,
  asset,
  error,
  url,
  publishes,
}: {
  id: string;
  asset: Asset | null;
  error: string | undefined;
  url: string | undefined;
  /** Whether the magnet is not public yet. */
  publishes: boolean;
}) {
  const action = `/magnets/${id}/asset`;
  return (
    <Card
      title="File or link"
      id="asset"
      aside={
        asset === null ? (
          <Badge tone="warn">Nothing yet</Badge>
        ) : (
          <Badge>{asset.kind === 'file' ? 'File' : 'Link'}</Badge>
        )
      }
    >
      {asset?.kind === 'file' && (
        <p>
          <a href={`/magnets/${id}/file`}>
            <Text most={100}>{asset.name}</Text>
          </a>{' '}
          <span class="muted small">{sizeOf(asset.bytes)}</span>
        </p>
      )}
      {asset?.kind === 'link' && (
        <p>
          <a href={asset.url} rel="noreferrer">
            <Text most={100}>{asset.url}</Text>
          </a>
        </p>
      )}
      <form method="post" action={action} encType="multipart/form-data" class="stack">
        <AssetFields url={url ?? (asset?.kind === 'link' ? asset.url : '')} error={error} />
        <div class="row">
          {asset === null && publishes && (
            <button type="submit" class="primary" formAction={`${action}?publish=yes`}>
              Save, send test and publish
            </button>
          )}
          <button type="submit">Save file or link</button>
        </div>
      </form>
    </Card>
  );
}

/** A link, or a file. The file comes last: what stands behind it in a form is not seen. */
export function AssetFields({ url, error }: { url: string; error: string | undefined }) {
  return (
    <>
      <Input
        name="asset_url"
        label="Link"
        hint="An https:// address, if it is hosted elsewhere."
        value={url}
        error={error}
        autoComplete="off"
      />
      <div class="field">
        <label for="file">Or a file</label>
        <span class="hint" id="file-hint">
          Up to 20 MB. Subscribers get a download link that works for 30 days.
        </span>
        <input type="file" id="file" name="file" aria-describedby="file-hint" />
      </div>
    </>
  );
}

function sizeOf(bytes: number): string {
  if (bytes < 1_000) return `${bytes} bytes`;
  return bytes < 1_000_000
    ? `${number(Math.round(bytes / 1_000))} kB`
    : `${(bytes / 1_000_000).toFixed(1)} MB`;
}
