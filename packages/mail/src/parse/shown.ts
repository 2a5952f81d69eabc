import PostalMime from 'postal-mime';

/** An email of ours as a program for emails shows it. */
export interface ShownEmail {
  subject: string;
  text: string;
  /** Null for an email without an HTML part. */
  html: string | null;
}

/** Reads an email for whoever wants to see what it looks like. It is HTML as it came: show it where nothing of it runs. */
export async function readShown(raw: Uint8Array): Promise<ShownEmail> {
  const { subject, text, html } = await PostalMime.parse(Buffer.from(raw));
  return { subject: subject ?? '', text: text ?? '', html: html ?? null };
}
