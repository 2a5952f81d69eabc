import type { Caller } from './authenticate.ts';
import type { Operation } from './document.ts';
import { ApiError } from './errors.ts';

/**
 * Holds the key's scopes against the one that the document names. A session may do everything its account can.
 * @throws ApiError `insufficient_scope`
 */
export function requireScope({ key }: Caller, { scope }: Operation): void {
  if (key === null || key.scopes.includes(scope)) return;
  throw new ApiError(
    'insufficient_scope',
    `This key does not have the scope ${scope}. Create a key that does; a key never gains a scope.`,
    {
      required_scope: scope,
      headers: { 'WWW-Authenticate': `Bearer error="insufficient_scope", scope="${scope}"` },
    },
  );
}
