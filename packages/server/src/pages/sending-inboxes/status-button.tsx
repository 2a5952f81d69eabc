/** Pauses an inbox in its owner's name, or resumes it. `from` is the page that is shown again then. */
export function StatusButton({
  inbox: { id, address, status },
  from,
}: {
  inbox: { id: string; address: string; status: string };
  from?: 'inbox';
}) {
  const label = status === 'active' ? 'Pause inbox' : 'Resume inbox';
  return (
    <form method="post" action={`/sending-inboxes/${id}/status`}>
      <input type="hidden" name="status" value={status === 'active' ? 'paused' : 'active'} />
      {from !== undefined && <input type="hidden" name="from" value={from} />}
      <button type="submit" class="quiet nowrap" aria-label={`${label}: ${address}`}>
        {label}
      </button>
    </form>
  );
}
