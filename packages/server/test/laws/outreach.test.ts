import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { runCommandLine } from '@lodestone/server/commands/index.js';
import { readConfig } from '@lodestone/server/config.js';
import { type OpenDatabase, openDatabase } from '@lodestone/server/database.js';

import { lodestoneArgs } from '../program.ts';

const above = mkdtempSync(join(tmpdir(), 'lodestone-outreach-'));
const folder = join(above, 'outreach');
const env = {
  PATH: process.env['PATH'],
  LODESTONE_DATA_DIR: join(folder, 'data'),
  MAYA_PASSWORD: 'p@ss/w:rd',
  BLANK: '',
  // As an export names it.
  MAYA_ACME_EXAMPLE_PASSWORD: 'p@ss/w:rd',
};

const config = readConfig(env);
let opened: Promise<OpenDatabase> | undefined;

afterAll(async () => {
  await (await opened)?.close();
  rmSync(above, { recursive: true, force: true });
});

interface Ended {
  code: number;
  stdout: string;
  stderr: string;
}

/** Runs a command to its end, in the folder, in a process of its own. */
function lodestoneAlone(...args: string[]): Promise<Ended> {
  return new Promise((resolve) => {
    execFile(process.execPath, lodestoneArgs(...args), { env, cwd: folder }, (error, stdout, stderr) =>
      resolve({ code: error ? Number(error.code) : 0, stdout, stderr }),
    );
  });
}

/** The same by this process, which has the database open from then on, as a server does that carries out a command: it takes a fifth. */
async function lodestone(...args: string[]): Promise<Ended> {
  let [stdout, stderr] = ['', ''];
  const place = {
    cwd: folder,
    env,
    out: (text: string) => void (stdout += text),
    err: (text: string) => void (stderr += text),
  };
  await (opened ??= openDatabase(config, 'test'));
  const code = await runCommandLine(args, place, config);
  return { code, stdout, stderr };
}

const FILE = `inboxes:
  - address: maya@acme.example
    smtp: smtp://maya%40acme.example:\${MAYA_PASSWORD}@127.0.0.1:2525
    gap_seconds: [90, 420]
campaigns:
  - name: Agencies, autumn
    inboxes: [maya@acme.example]
    audience: { tag: agencies }
    send_from: '09:00'
    steps:
      - variants: [{ label: A, subject: 'Hi {{ first_name }}', body: 'Hi' }]
    status: active
`;

const APPLY = ['apply', 'outreach.yaml', '--account', 'o@acme.example'];
const apply = (...options: string[]) => lodestone(...APPLY, ...options);

beforeAll(async () => {
  mkdirSync(folder);
  writeFileSync(join(above, 'secret.txt'), 'Not for everybody.');
  symlinkSync(above, join(folder, 'linked'));
  await lodestoneAlone('migrate');
  await lodestoneAlone('account', 'create', '--name', 'Acme', '--email', 'o@acme.example');
  writeFileSync(join(folder, 'leads.csv'), 'email,first_name\na@lead.example,Ann\nnobody,Ben\n');
  writeFileSync(join(folder, 'outreach.yaml'), FILE);
});

test('an account is brought to what a file says, once, with the difference told first', async () => {
  const imported = await lodestoneAlone(
    'import',
    'subscribers',
    'leads.csv',
    '--account',
    'o@acme.example',
    '--tag',
    'agencies',
  );
  expect(imported.stdout).toContain('1 added');
  expect(imported.stdout).toContain('line 3: "nobody" is not an email address.');
  const dry = await lodestoneAlone(...APPLY, '--dry-run');
  expect(dry.stdout).toContain('+ campaign Agencies, autumn');
  expect(dry.stdout).not.toContain('p@ss');
  expect((await lodestoneAlone(...APPLY)).code).toBe(0);
  expect(await lodestoneAlone(...APPLY)).toMatchObject({ code: 0, stdout: 'nothing to change\n' });
  const plan = await lodestoneAlone('plan', '--account', 'o@acme.example', '--json');
  expect(JSON.parse(plan.stdout)).toMatchObject({
    total: 1,
    emails: [{ lead: { email: 'a@lead.example' }, step: 1 }],
  });
});

test.each([
  ['a folder', '.', /is a folder\. Name a CSV file\.\n$/],
  ['no file', 'none.csv', /none\.csv cannot be read: .*\n$/],
  ['text in another encoding', 'latin1.csv', /^lodestone: The file is not UTF-8 text\. .*\n$/],
])('subscribers are not imported from %s, which is said in a line', async (_, file, reason) => {
  writeFileSync(
    join(folder, 'latin1.csv'),
    Buffer.from('email,first_name\nz@lead.example,Zo\xeb\n', 'latin1'),
  );
  const { code, stdout, stderr } = await lodestone(
    'import',
    'subscribers',
    file,
    '--account',
    'o@acme.example',
  );
  expect([code, stdout]).toEqual([1, '']);
  expect(stderr).toMatch(reason);
});

test('a file of leads with two columns for one thing is refused, since one would take the place of the other', async () => {
  for (const [headings, what] of [
    ['email,first_name,Email', 'email'],
    ['email,Company,company', 'the field “company”'],
  ]) {
    writeFileSync(join(folder, 'twice.csv'), `${headings}\nb@lead.example,Bo,c@lead.example\n`);
    const { code, stderr } = await lodestone(
      'import',
      'subscribers',
      'twice.csv',
      '--account',
      'o@acme.example',
    );
    expect([code, stderr]).toEqual([
      1,
      `lodestone: Two columns would be imported as ${what}. Delete or rename one of them in the first line.\n`,
    ]);
  }
});

test('tags that are too many for a subscriber are left out of an import, which names the line', async () => {
  const many = (name: string) => Array.from({ length: 30 }, (_, nth) => `${name} ${nth}`).join(';');
  writeFileSync(
    join(folder, 'tags.csv'),
    `email,tags\nmany@lead.example,${many('a')}\nmany@lead.example,${many('b')}\n`,
  );
  const { stdout } = await lodestone('import', 'subscribers', 'tags.csv', '--account', 'o@acme.example');
  expect(stdout).toContain(
    'Lines whose tags were left out: 1\n  line 3: Its tags were not added: with them there would be 60;',
  );
});

test('what is wrong in a file is told with its line and column, and changes nothing', async () => {
  writeFileSync(join(folder, 'outreach.yaml'), FILE.replace("send_from: '09:00'", 'send_at: 9'));
  const { code, stderr } = await apply();
  expect(code).toBe(1);
  expect(stderr).toContain('outreach.yaml:9:14: campaigns[0].send_at: There is no setting "send_at" here.');
});

test.each([
  ['aliases of nothing', 'magnets: *nothing\n', /^lodestone: outreach\.yaml: Unresolved alias .*\n$/],
  [
    'another encoding',
    Buffer.from('magnets: [{ slug: a, title: Zo\xeb }]\n', 'latin1'),
    /cannot be read: .*utf-8/,
  ],
  [
    'half a character',
    'magnets: [{ slug: a, title: "\\uD800" }]\n',
    /magnets\[0\]\.title: .* cannot be stored/,
  ],
  [
    'a folder for a file',
    'magnets: [{ slug: a, title: A, asset: . }]\n',
    /magnets\[0\]\.asset: There is no file/,
  ],
  [
    'an asset outside its folder',
    'magnets:\n  - slug: a\n    title: A\n    asset: ../secret.txt\n',
    /outreach\.yaml:4:12: magnets\[0\]\.asset: \.\.\/secret\.txt is outside the folder/,
  ],
  [
    'an asset by its whole path',
    'magnets: [{ slug: a, title: A, asset: /etc/passwd }]\n',
    /outreach\.yaml:1:39: magnets\[0\]\.asset: \/etc\/passwd is outside the folder/,
  ],
  [
    'an asset that a link leads out of its folder',
    'magnets: [{ slug: a, title: A, asset: ./linked/secret.txt }]\n',
    /outreach\.yaml:1:39: magnets\[0\]\.asset: \.\/linked\/secret\.txt is outside the folder/,
  ],
  [
    'a start that is over',
    `campaigns:
  - name: Late
    steps: [{ variants: [{ label: A, subject: Hi, body: Hi }] }]
    status: scheduled
    scheduled_for: 2020-01-01T09:00:00Z
`,
    /outreach\.yaml:5:20: campaigns\[0\]\.scheduled_for: .* must be in the future/,
  ],
  [
    'a start whose hour depends on the machine',
    'campaigns: [{ name: C, status: scheduled, scheduled_for: 2090-01-01T09:00:00 }]\n',
    /campaigns\[0\]\.scheduled_for: "2090-01-01T09:00:00" is not a time, such as/,
  ],
  [
    'a start on a day that no calendar has',
    'campaigns: [{ name: C, status: scheduled, scheduled_for: 2090-02-30T09:00:00Z }]\n',
    /campaigns\[0\]\.scheduled_for: "2090-02-30T09:00:00Z" is not a time, such as/,
  ],
  [
    'an empty filter, as a variable without a value makes it',
    'campaigns: [{ name: C, audience: { tag: "${BLANK}" } }]\n',
    /outreach\.yaml:1:41: campaigns\[0\]\.audience\.tag: It must NOT have fewer than 1 characters\./,
  ],
])('a file with %s is refused in a line, and changes nothing', async (_, file, reason) => {
  writeFileSync(join(folder, 'outreach.yaml'), file);
  const { code, stdout, stderr } = await apply();
  expect([code, stdout]).toEqual([1, '']);
  expect(stderr).toMatch(reason);
});

const BEN = 'inboxes: [{ address: ben@acme.example, smtp: "smtp://127.0.0.1:2525" }]\n';
const STEPS = 'steps: [{ variants: [{ subject: Hi, body: Hi }] }]';

test.each([
  [
    'an inbox that nobody has',
    'campaigns:\n  - name: C\n    inboxes: [nobody@acme.example]\n',
    /:4:14: campaigns\[0\]\.inboxes: There is no inbox nobody@acme\.example\./,
  ],
  [
    'a sender that nobody has',
    'magnets:\n  - slug: m\n    title: M\n    delivery: { from: nobody@acme.example }\n',
    /:5:23: magnets\[0\]\.delivery\.from: There is no inbox nobody@acme\.example\./,
  ],
  [
    'a file that is too large',
    'magnets:\n  - slug: m\n    title: M\n    asset: large.bin\n',
    /:5:12: magnets\[0\]\.asset: large\.bin is larger than 20 MB/,
  ],
  [
    'an empty file',
    'magnets:\n  - slug: m\n    title: M\n    asset: empty.bin\n',
    /:5:12: magnets\[0\]\.asset: empty\.bin is empty\./,
  ],
  [
    'a link without TLS',
    'magnets:\n  - slug: m\n    title: M\n    asset: http://acme.example/a.pdf\n',
    /:5:12: magnets\[0\]\.asset: The link must begin with https:/,
  ],
  [
    'a public magnet without anything to hand out',
    'magnets:\n  - slug: m\n    title: M\n    status: public\n',
    /:5:13: magnets\[0\]\.status: .* give it an asset\./,
  ],
  [
    'a subject of two lines',
    'magnets:\n  - slug: m\n    title: M\n    delivery: { subject: "a\\nb" }\n',
    /:5:26: magnets\[0\]\.delivery\.subject: The subject must be one line\./,
  ],
  [
    'a campaign that cannot start',
    'campaigns:\n  - name: C\n    status: active\n',
    /:3:5: campaigns\[0\]: The campaign cannot start yet\. It has no step/,
  ],
  [
    'a magnet’s email that cannot be filled in',
    "magnets:\n  - slug: m\n    title: M\n    delivery: { body: '{{ download_link }}' }\n",
    /:5:23: magnets\[0\]\.delivery\.body: There is no field "download_link"\. Did you mean "download_url"/,
  ],
  [
    'a window that ends before it begins',
    `campaigns:\n  - name: C\n    send_until: '08:00'\n    ${STEPS}\n`,
    /:4:17: campaigns\[0\]\.send_until: send_until must be later than .* \(09:00\)/,
  ],
  [
    'a campaign that starts with a field that nobody has',
    `campaigns:\n  - name: C\n    status: active\n    ${STEPS}\n`.replace(
      'body: Hi',
      'body: "Hi {{ frist_name }}"',
    ),
    /:5:47: campaigns\[0\]\.steps\[0\]\.variants\[0\]\.body: Campaign C cannot start yet\. Text of variant A, step 1: Line 1, column \d+: .*Did you mean "first_name"\?/,
  ],
  [
    'a campaign that is scheduled with a field that nobody has',
    `campaigns:\n  - name: C\n    status: scheduled\n    scheduled_for: 2090-01-01T09:00:00Z\n    ${STEPS}\n`.replace(
      'subject: Hi',
      'subject: "About {{ company }}"',
    ),
    /:6:37: campaigns\[0\]\.steps\[0\]\.variants\[0\]\.subject: Campaign C cannot start yet\. Subject of variant A, step 1: .*import subscribers who have it/,
  ],
  [
    'a change of a running campaign to a field that nobody has',
    `campaigns:\n  - name: Agencies, autumn\n    ${STEPS}\n`.replace('body: Hi', 'body: "{{ frist_name }}"'),
    /:4:47: campaigns\[0\]\.steps\[0\]\.variants\[0\]\.body: Campaign Agencies, autumn .*Text of variant A, step 1: .*"first_name"\?/,
  ],
  [
    'a draft whose template cannot be read',
    `campaigns:\n  - name: C\n    ${STEPS}\n`.replace('body: Hi', 'body: "Hi {first_name}"'),
    /:4:47: campaigns\[0\]\.steps\[0\]\.variants\[0\]\.body: Campaign C has a wrong template\. Text of variant A, step 1: Line 1, column 4: .*two braces/,
  ],
])(
  'a file with %s is refused before anything of it is made, and so is its --dry-run',
  async (_, part, reason) => {
    writeFileSync(join(folder, 'large.bin'), Buffer.alloc(20 * 1024 * 1024 + 1));
    writeFileSync(join(folder, 'empty.bin'), '');
    writeFileSync(join(folder, 'outreach.yaml'), BEN + part);
    for (const options of [['--dry-run'], []]) {
      const { code, stdout, stderr } = await apply(...options);
      expect([code, stdout]).toEqual([1, '']);
      expect(stderr).toMatch(reason);
    }
  },
);

test('a draft may have a field that nobody has yet, and starts once somebody has it', async () => {
  const draft = `campaigns:\n  - name: Of fields\n    ${STEPS.replace('body: Hi', 'body: "{{ industry }}"')}\n`;
  writeFileSync(join(folder, 'outreach.yaml'), draft);
  expect(await apply()).toMatchObject({ code: 0, stderr: '' });
  writeFileSync(join(folder, 'outreach.yaml'), `${draft}    status: active\n`);
  expect((await apply()).stderr).toContain('Campaign Of fields cannot start yet. Text of variant A, step 1');
  writeFileSync(join(folder, 'industries.csv'), 'email,industry\ni@lead.example,Baking\n');
  await lodestone('import', 'subscribers', 'industries.csv', '--account', 'o@acme.example');
  expect(await apply()).toMatchObject({ code: 0, stderr: '' });
});

test('an audience may name a magnet that the same file makes, and what is exported says the same again', async () => {
  const text = `magnets:
  - slug: pricing-teardown
    title: The pricing teardown
    asset: ./teardown.txt
    delivery: { from: maya@acme.example, subject: Here it is, body: 'Your copy: {{ download_url }}' }
campaigns:
  - name: Who asked for it
    audience: { magnet: pricing-teardown }
    steps:
      - variants: [{ label: A, subject: Hi, body: Hi }]
`;
  writeFileSync(join(folder, 'outreach.yaml'), text);
  // As a mounted folder may have it, whose files change all at once.
  mkdirSync(join(folder, '..data'));
  writeFileSync(join(folder, '..data/teardown.txt'), 'Twelve pages that were rewritten.');
  symlinkSync('..data/teardown.txt', join(folder, 'teardown.txt'));
  const first = await apply();
  expect([first.code, first.stderr]).toEqual([0, '']);
  expect(await apply()).toMatchObject({ code: 0, stdout: 'nothing to change\n' });

  const account = ['--account', 'o@acme.example'];
  const bare = await lodestone('export', ...account);
  expect(bare.stdout).toContain('# asset: ./teardown.txt');
  const exported = await lodestone('export', ...account, '--files', 'files');
  expect(exported.stdout).toContain('asset: ./files/pricing-teardown/teardown.txt');
  expect(exported.stdout).toContain('magnet: pricing-teardown');
  expect(readFileSync(join(folder, 'files/pricing-teardown/teardown.txt'), 'utf8')).toContain('Twelve pages');
  const unwritable = await lodestone('export', ...account, '--files', 'files/pricing-teardown/teardown.txt');
  expect([unwritable.code, unwritable.stderr]).toEqual([
    1,
    expect.stringMatching(/^lodestone: .* cannot be written: EEXIST: .*\.\n$/),
  ]);
  // Where nothing can be made, Node's own way of making folders never ends.
  const nowhere = await lodestone('export', ...account, '--files', '/proc/nowhere');
  expect([nowhere.code, nowhere.stderr]).toEqual([
    1,
    expect.stringMatching(/^lodestone: \/proc\/nowhere.* cannot be written: ENOENT.*\.\n$/),
  ]);
  for (const { stdout } of [bare, exported]) {
    writeFileSync(join(folder, 'outreach.yaml'), stdout);
    expect(await apply()).toMatchObject({ code: 0, stdout: 'nothing to change\n', stderr: '' });
  }
});

test('what was typed loosely is applied once, and a text that looks like a variable comes back as it was', async () => {
  const text = `magnets:
  - { slug: loose, title: ' A loose  title ', delivery: { subject: ' Here  it is ', body: " x\\r\\ny " } }
campaigns:
  - name: ' Loose '
    send_days: [fri, mon, mon]
    steps:
      - variants: [{ subject: 'About $\${MAYA_PASSWORD}', body: "$$\${HOME}, \${}\\r\\n---\\n" }]
`;
  writeFileSync(join(folder, 'outreach.yaml'), text);
  expect(await apply()).toMatchObject({ code: 0, stderr: '' });
  expect(await apply()).toMatchObject({ code: 0, stdout: 'nothing to change\n' });
  const { stdout } = await lodestone('export', '--account', 'o@acme.example');
  expect(stdout).toContain('subject: About $${MAYA_PASSWORD}');
  writeFileSync(join(folder, 'outreach.yaml'), stdout);
  expect(await apply()).toMatchObject({ code: 0, stdout: 'nothing to change\n', stderr: '' });
});
