/**
 * Where to go after signing in: the page that was asked for, if it is one of ours, else the dashboard. A path that another
 * site put there (`//elsewhere.example`, `/\elsewhere.example`) leads nowhere.
 */
export function nextPath(asked: string | null): string {
  if (asked === null || asked.length > 2_000 || !asked.startsWith('/')) return '/';
  const here = 'http://here.invalid';
  if (!URL.canParse(asked, here)) return '/';
  const { origin, pathname, search } = new URL(asked, here);
  return origin === here && !pathname.startsWith('//') && !pathname.startsWith('/sign-')
    ? pathname + search
    : '/';
}
