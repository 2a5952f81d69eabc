/** The page that accepts an invitation. Its secret stands in the query, which no log of ours holds. */
export function invitationUrl(origin: string, token: string): string {
  return `${origin.replace(/\/+$/, '')}/sign-in/invitation?token=${token}`;
}

/**
 * The page that a one-time sign-in link opens. The token stands in the query, which no log of ours holds.
 */
export function signInUrl(origin: string, token: string): string {
  return `${origin.replace(/\/+$/, '')}/sign-in/link?token=${token}`;
}
