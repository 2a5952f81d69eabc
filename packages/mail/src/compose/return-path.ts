/** Bytes that a local part may have (RFC 5321 4.5.3.1.1). */
const LOCAL_LENGTH = 64;

/**
 * The address that servers return an email to: the sender's with the email's token in it (`maya+TOKEN@acme.example`), so that a
 * bounce is known by where it arrives. For inboxes whose server delivers such addresses, as most do; where the token does not fit,
 * the address stays as it is.
 */
export function returnPath(address: string, token: string): string {
  const at = address.lastIndexOf('@');
  const local = `${address.slice(0, at)}+${token}`;
  return Buffer.byteLength(local) > LOCAL_LENGTH ? address : `${local}${address.slice(at)}`;
}
