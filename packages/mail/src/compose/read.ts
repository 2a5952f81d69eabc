/** An email as a page shows it. Its HTML is for a frame that runs no scripts. */
type ReadEmail = {
  from: string;
  to: string;
  subject: string;
  date: Date | null;
  text: string;
  html: string;
  /** Where its one-click opt-out goes. */
  unsubscribeUrl: string | null;
};

/** Reads an email that `composeMail` wrote, as one in the outbox. What strangers wrote is for `parseMail`. */
export async function readComposed(raw: Uint8Array): Promise<ReadEmail> {
  const { default: PostalMime } = await import('postal-mime');
  const mail = await PostalMime.parse(raw);
  const optOut = mail.headers.find(({ key }) => key === 'list-unsubscribe')?.value ?? '';
  return {
    from: person(mail.from),
    to: (mail.to ?? []).map((one) => person(one)).join(', '),
    subject: mail.subject ?? '',
    date: mail.date === undefined ? null : new Date(mail.date),
    text: mail.text ?? '',
    html: mail.html ?? '',
    unsubscribeUrl: /<(https?:[^<>]+)>/.exec(optOut)?.[1] ?? null,
  };
}

function person(one: { name?: string | undefined; address?: string | undefined } | undefined): string {
  const { name = '', address = '' } = one ?? {};
  return name === '' ? address : `${name} <${address}>`;
}
