import { afterEach, describe, expect, test } from '@jest/globals';

import { checkDomain, type DomainCheckOptions } from '@lodestone/mail';

import { nameServer, type Zone } from './name-server.ts';

const KEY = `v=DKIM1; k=rsa; p=${'A'.repeat(200)}`;
const GOOD: Zone = {
  'acme.com': {
    TXT: ['google-site-verification=x', 'v=spf1 include:_spf.google.com ~all'],
    MX: [
      [10, 'b.acme.com'],
      [1, 'a.acme.com'],
    ],
  },
  '_spf.google.com': { TXT: ['v=spf1 include:_netblocks.google.com ~all'] },
  '_netblocks.google.com': { TXT: ['v=spf1 ip4:192.0.2.0/24 ~all'] },
  'google._domainkey.acme.com': { TXT: [KEY] },
  '_dmarc.acme.com': { TXT: ['v=DMARC1; p=quarantine'] },
};

let stop = async () => {};
afterEach(async () => {
  await stop();
  stop = async () => {};
});

async function checked(zone: Zone, options: Omit<DomainCheckOptions, 'resolver'> = {}, domain = 'acme.com') {
  const server = await nameServer(zone);
  stop = server.stop;
  return { ...(await checkDomain(domain, { resolver: server.resolver, ...options })), asked: server.asked };
}

test('a domain that is set up passes, and what was found is shown', async () => {
  const checks = await checked(GOOD, { dkimSelectors: ['google'], expectedSpfIncludes: ['_spf.google.com'] });
  expect(checks).toMatchObject({
    spf: { result: 'pass', found: 'v=spf1 include:_spf.google.com ~all' },
    dkim: { result: 'pass', found: KEY },
    dmarc: { result: 'pass', found: 'v=DMARC1; p=quarantine' },
    mx: { result: 'pass', found: 'a.acme.com, b.acme.com' },
  });
});

test('a domain with nothing fails, but for DKIM, of which nobody knows where it would be', async () => {
  const checks = await checked({ 'acme.com': {} });
  expect(checks).toMatchObject({
    spf: { result: 'fail', found: null, expected: 'A TXT record at acme.com: v=spf1 ~all' },
    dkim: { result: 'unknown', found: null },
    dmarc: { result: 'fail', found: null, expected: expect.stringContaining('_dmarc.acme.com') },
    mx: { result: 'fail', found: null },
  });
});

test.each(['SERVFAIL', 'REFUSED', 'SILENT'] as const)(
  'a look-up that ends in %s is never held against a domain',
  async (fate) => {
    const names = ['acme.com', '_dmarc.acme.com', 'google._domainkey.acme.com'];
    const began = Date.now();
    const { asked: _, ...checks } = await checked(Object.fromEntries(names.map((name) => [name, fate])), {
      dkimSelectors: ['google'],
    });
    for (const { result, found } of Object.values(checks)) expect([result, found]).toEqual(['unknown', null]);
    expect(Date.now() - began).toBeLessThan(15_000);
  },
);

test('a resolver that never answers and one that throws are waited for in vain, but not for ever', async () => {
  const failing = {
    resolveTxt: () => Promise.reject(new Error('odd')),
    resolveMx: () => {
      throw new Error('odd');
    },
  };
  const checks = await checkDomain('acme.com', { resolver: failing });
  for (const { result } of Object.values(checks)) expect(result).toBe('unknown');
  const silent = {
    resolveTxt: () => new Promise<never>(() => {}),
    resolveMx: () => new Promise<never>(() => {}),
  };
  const began = Date.now();
  for (const { result } of Object.values(await checkDomain('acme.com', { resolver: silent })))
    expect(result).toBe('unknown');
  expect(Date.now() - began).toBeLessThan(25_000);
});

describe('SPF', () => {
  const spf = async (zone: Zone, options: DomainCheckOptions = {}, domain?: string) =>
    (await checked(zone, options, domain)).spf;
  const expectedSpfIncludes = ['_spf.google.com'];

  test('is found by what it includes, however deep, and by a redirect', async () => {
    const zone = {
      'acme.com': { TXT: ['v=spf1 redirect=_spf.acme.com'] },
      '_spf.acme.com': { TXT: ['v=spf1 include:_spf.google.com -all'] },
    };
    expect(await spf(zone, { expectedSpfIncludes })).toMatchObject({ result: 'pass' });
  });

  test.each<[string, string[]]>([
    ['does not include the provider', ['v=spf1 include:spf.other.com ~all']],
    ['stands twice', ['v=spf1 include:_spf.google.com ~all', 'v=spf1 -all']],
    ['lets everybody send', ['v=spf1 include:_spf.google.com +all']],
    ['lets everybody send by default', ['v=spf1 include:_spf.google.com all']],
    ['is of another version', ['v=spf10 include:_spf.google.com ~all']],
    ['needs too many look-ups', [`v=spf1 include:_spf.google.com ${'mx '.repeat(10)}~all`]],
  ])('fails when it %s', async (_why, TXT) => {
    expect(await spf({ 'acme.com': { TXT } }, { expectedSpfIncludes })).toMatchObject({ result: 'fail' });
  });

  test('is unknown when what it includes cannot be looked up', async () => {
    const zone: Zone = {
      'acme.com': { TXT: ['v=spf1 include:spf.other.com ~all'] },
      'spf.other.com': 'SERVFAIL',
    };
    expect(await spf(zone, { expectedSpfIncludes })).toMatchObject({ result: 'unknown' });
  });

  test('of the domain above says nothing', async () => {
    expect(await spf({ ...GOOD, 'mail.acme.com': {} }, {}, 'mail.acme.com')).toMatchObject({
      result: 'fail',
    });
  });

  test('that includes itself is read once', async () => {
    const zone = {
      'acme.com': { TXT: ['v=spf1 include:acme.com include:a.com ~all'] },
      'a.com': { TXT: ['v=spf1 include:acme.com include:a.com ~all'] },
    };
    expect(await spf(zone)).toMatchObject({ result: 'pass' });
  });
});

describe('DKIM', () => {
  const dkim = async (zone: Zone, dkimSelectors?: string[]) =>
    (await checked({ 'acme.com': {}, ...zone }, dkimSelectors === undefined ? {} : { dkimSelectors })).dkim;

  test('is found under a usual selector, and behind an alias', async () => {
    expect(
      await dkim({
        'selector1._domainkey.acme.com': { CNAME: 'key.provider.com' },
        'key.provider.com': { TXT: [KEY] },
      }),
    ).toMatchObject({ result: 'pass', found: KEY });
  });

  test('fails where the selector is known and there is no key', async () => {
    const { result, expected } = await dkim({}, ['s2026']);
    expect([result, expected]).toEqual(['fail', expect.stringContaining('s2026._domainkey.acme.com')]);
  });

  test('fails when the key was revoked', async () => {
    expect(await dkim({ 's._domainkey.acme.com': { TXT: ['v=DKIM1; p='] } }, ['s'])).toMatchObject({
      result: 'fail',
      found: 'v=DKIM1; p=',
    });
  });

  test('passes without a version, and is not taken from another text', async () => {
    expect(await dkim({ 's._domainkey.acme.com': { TXT: ['k=rsa; p=AAAA'] } }, ['s'])).toMatchObject({
      result: 'pass',
    });
    expect(await dkim({ 's._domainkey.acme.com': { TXT: ['hello'] } }, ['s'])).toMatchObject({
      result: 'fail',
    });
  });
});

describe('DMARC', () => {
  const dmarc = async (zone: Zone, domain?: string) => (await checked(zone, {}, domain)).dmarc;

  test('falls back to the domain of the organisation', async () => {
    const zone = { 'mail.eu.acme.co.uk': {}, '_dmarc.acme.co.uk': { TXT: ['v=DMARC1; p=reject; sp=none'] } };
    expect(await dmarc(zone, 'mail.eu.acme.co.uk')).toMatchObject({
      result: 'pass',
      found: 'v=DMARC1; p=reject; sp=none',
    });
  });

  test.each<[string, string[]]>([
    ['stands twice', ['v=DMARC1; p=none', 'v=DMARC1; p=reject']],
    ['has no policy', ['v=DMARC1; rua=mailto:x@acme.com']],
    ['has a policy that does not exist', ['v=DMARC1; p=maybe']],
    ['is of another version', ['v=DMARC2; p=none']],
  ])('fails when it %s', async (_why, TXT) => {
    expect(await dmarc({ '_dmarc.acme.com': { TXT } })).toMatchObject({ result: 'fail' });
  });

  test('of one that cannot be looked up does not fall back', async () => {
    const zone: Zone = {
      '_dmarc.mail.acme.com': 'SERVFAIL',
      '_dmarc.acme.com': { TXT: ['v=DMARC1; p=none'] },
    };
    expect(await dmarc(zone, 'mail.acme.com')).toMatchObject({ result: 'unknown' });
  });
});

test('a domain that takes no mail fails by its MX', async () => {
  expect((await checked({ 'acme.com': { MX: [[0, '']] } })).mx).toMatchObject({
    result: 'fail',
    found: 'null MX',
  });
});

test.each([
  '',
  'acme',
  'a b.com',
  'acme.com\r\nx',
  '../etc',
  'x'.repeat(300),
  'acme..com',
  '-.com',
  '127.0.0.1:53',
  '127.0.0.1',
  'acme.com/x',
  'acme%41.com',
  'me@acme.com',
])('%j is no domain, and nothing is asked', async (domain) => {
  const { asked, ...checks } = await checked(GOOD, {}, domain);
  for (const { result } of Object.values(checks)) expect(result).toBe('fail');
  expect(asked).toEqual([]);
});

test('a domain beyond ASCII is asked for in ASCII', async () => {
  const { asked } = await checked({}, {}, 'Bücher.example');
  expect(asked).toContain('MX xn--bcher-kva.example');
});
