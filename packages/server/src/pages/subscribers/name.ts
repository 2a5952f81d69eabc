import { isNobody } from '@lodestone/core';

/** A subscriber's name, or null while it is not known. Who was erased has no other, and no address either. */
export function nameOf({
  email,
  first_name,
  last_name,
}: {
  email: string;
  first_name: string | null;
  last_name: string | null;
}): string | null {
  if (isNobody(email)) return 'Erased person';
  return [first_name, last_name].filter((part) => part !== null).join(' ') || null;
}
