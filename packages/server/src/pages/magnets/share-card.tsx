import type { Magnet } from '@lodestone/core';

import { AddressCode } from '../../public/qr-code.tsx';
import { Card, Note } from '../components/card.tsx';

/**
 * Where a magnet is asked for: its address, the same to be scanned, and the form for other sites.
 * @param kept whether its emails stay in the outbox: whoever asks for it gets none
 */
export function ShareCard({ magnet, url, kept }: { magnet: Magnet; url: string; kept: boolean }) {
  if (magnet.status !== 'public' && magnet.status !== 'private') {
    return (
      <Card title="Public page" id="share">
        <p class="muted">This magnet gets its own page when you make it public or private.</p>
      </Card>
    );
  }
  const [address, query = ''] = url.split('?', 2);
  const script = `<script src="${address}/embed.js${query && `?${query}`}" async></script>`;
  return (
    <Card title="Public page" id="share">
      {magnet.status === 'private' && (
        <Note>
          <p>Private: only people with this link can open the page.</p>
        </Note>
      )}
      {kept && (
        <Note tone="warn">
          <p>
            Nobody gets its emails yet: they are kept in your <a href="/outbox">outbox</a>, not sent. Choose
            an inbox under <a href="#email_account_id">Send from</a>, or{' '}
            <a href="/sending-inboxes/connect">connect one</a> first.
          </p>
        </Note>
      )}
      <Copyable id="capture-url" label="Address">
        {url}
      </Copyable>
      <div class="row">
        <a class="button" href={url}>
          Open the page
        </a>
      </div>
      <AddressCode url={url} />
      <Copyable id="capture-embed" label="Form for your own site">
        {script}
      </Copyable>
    </Card>
  );
}

function Copyable({ id, label, children }: { id: string; label: string; children: string }) {
  return (
    <div class="field">
      <b class="small">{label}</b>
      <div class="secret">
        <code id={id}>{children}</code>
        <button type="button" class="quiet" data-copy={id} hidden>
          Copy<span class="sr"> {label}</span>
        </button>
        <span class="small" id={`${id}-status`} aria-live="polite" />
      </div>
    </div>
  );
}
