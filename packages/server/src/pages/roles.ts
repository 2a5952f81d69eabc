import type { Role } from '@lodestone/core';

/** What a member may open in settings. All else there is an owner's, so that a new page is so until it stands here. */
const MEMBERS_SEE = new Set(['/settings', '/settings/users', '/settings/developers']);

/** What is the user's own, whoever they are: password, sessions. */
const OWN = '/settings/sign-in';

/**
 * Whether a user may use a route of the application: the one place that says what a member may not. Outside of settings that is
 * nothing.
 * @param route as it is written where it is mounted, such as `/settings/users/:id/remove`
 */
export function mayUse(role: Role, method: string, route: string): boolean {
  if (role === 'owner' || !isWithin(route, '/settings') || isWithin(route, OWN)) return true;
  return (method === 'GET' || method === 'HEAD') && MEMBERS_SEE.has(route);
}

function isWithin(route: string, folder: string): boolean {
  return route === folder || route.startsWith(`${folder}/`);
}
