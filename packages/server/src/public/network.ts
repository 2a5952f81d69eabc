import { isIPv6 } from 'node:net';

import type { Request } from 'express';

/**
 * The network that a request comes from: the first 24 bits of an IPv4 address, 48 of an IPv6 one. Whole addresses of visitors
 * are never kept.
 */
export function networkOf({ ip }: Request): string | null {
  if (ip === undefined) return null;
  const four = /^(?:::ffff:)?(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.\d{1,3}$/i.exec(ip);
  if (four) return `${four[1]}.${four[2]}.${four[3]}.0/24`;
  if (!isIPv6(ip)) return null;
  const [head = '', tail] = ip.split('%')[0]?.split('::') ?? [];
  const before = head === '' ? [] : head.split(':');
  const after = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros = Array.from({ length: Math.max(0, 8 - before.length - after.length) }, () => '0');
  const groups = [...before, ...zeros, ...after].slice(0, 3);
  return `${groups.map((group) => Number.parseInt(group, 16).toString(16)).join(':')}::/48`;
}
