import { expect, test } from '@jest/globals';
import { withoutAddresses } from '@lodestone/core/magnets/without-addresses.js';

test('a failure is told without the addresses in it, and with all else', () => {
  for (const [failure, told] of [
    ['connect ECONNREFUSED 10.0.0.5:25', 'connect ECONNREFUSED (address)'],
    ['connect ECONNREFUSED ::1:2525', 'connect ECONNREFUSED (address)'],
    ['connect ETIMEDOUT fd00:aa:bb:cc::12:25', 'connect ETIMEDOUT (address)'],
    ['no route to ::1 now', 'no route to (address) now'],
    ['getaddrinfo ENOTFOUND mail.internal', 'getaddrinfo ENOTFOUND (address)'],
    ['421 4.3.2 not available, [192.168.0.9]', '421 4.3.2 not available, [(address)]'],
    ['535 5.7.8 Authentication failed at 12:30:45', '535 5.7.8 Authentication failed at 12:30:45'],
    ['550 5.1.1 <jo@example.com>: no such user', '550 5.1.1 <jo@example.com>: no such user'],
  ] as const) {
    expect(withoutAddresses(failure)).toBe(told);
  }
});
