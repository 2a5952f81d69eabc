/** The page that a one-time sign-in link opens. */
export function signInUrl(origin: string, token: string): string {
  return `${origin.replace(/\/+$/, '')}/sign-in/${token}`;
}
