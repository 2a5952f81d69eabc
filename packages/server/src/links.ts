/**
 * The page that a one-time sign-in link opens. The token stands in the query, which no log of ours holds.
 */
export function signInUrl(origin: string, token: string): string {
  return `${origin.replace(/\/+$/, '')}/sign-in/link?token=${token}`;
}
