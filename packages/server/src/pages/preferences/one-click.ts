/** Whether a form is a mail program's opt-out (RFC 8058), of either kind that forms are sent in. */
export function isOneClick(body: unknown): boolean {
  return (
    typeof body === 'string' &&
    (new URLSearchParams(body).get('List-Unsubscribe') === 'One-Click' ||
      /name="?List-Unsubscribe"?\r?\n\r?\nOne-Click\r?\n/i.test(body))
  );
}
