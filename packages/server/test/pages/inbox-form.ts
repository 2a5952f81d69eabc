/** What the form that connects an inbox holds, for a mail server of a test on loopback. */
export function inboxForm(address: string, port: number | string) {
  return {
    address,
    provider: 'smtp',
    password: 'secret',
    smtp_host: '127.0.0.1',
    smtp_port: String(port),
    smtp_protection: 'plain',
    daily_capacity: '40',
    gap_from: '0',
    gap_to: '1',
  };
}
