import PostalMime from 'postal-mime';

/** An email of ours as a program for emails shows it. */
interface ShownEmail {
  subject: string;
  text: string;
  /** Null for an email without an HTML part. */
  html: string | null;
}

/** Reads an email to be shown to a person. It is HTML as it came: show it where nothing of it runs. */
export async function readShown(raw: Uint8Array): Promise<ShownEmail> {
  const { subject, text, html } = await PostalMime.parse(Buffer.from(raw));
  return { subject: subject ?? '', text: text ?? '', html: html ?? null };
}
