import { execFileSync, spawnSync } from 'node:child_process';
import {
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';

import { freePort } from '../../../../scripts/free-port.ts';

const MASTER = '/usr/share/postfix/master.cf.dist';

/** Postfix needs root for its spool. */
export const HAS_POSTFIX =
  process.getuid?.() === 0 &&
  spawnSync('postconf', ['-d', 'mail_version']).status === 0 &&
  existsSync(MASTER);

export type Postfix = {
  port: number;
  /** Mails that arrived for anna@inbox.test, or for all of lead.test in a world, once there are so many. */
  arrived(count: number): Promise<string[]>;
  stop(): Promise<void>;
};

/**
 * A Postfix of its own for a test file: anna@inbox.test has a mailbox, nobody else has, nothing is relayed.
 * @param world where another server takes what is for inbox.test, by LMTP; see `worldOf` for who else is there then
 */
export async function startPostfix(world?: { lmtpPort: number }): Promise<Postfix> {
  const folder = mkdtempSync(join(tmpdir(), 'postfix-'));
  const at = (path: string) => join(folder, path);
  const port = await freePort();
  const idOf = (option: string, user: string) => Number(execFileSync('id', [option, user]).toString());
  execFileSync('chmod', ['755', folder]);
  for (const path of ['etc', 'spool', 'data', 'boxes']) mkdirSync(at(path));
  chownSync(at('boxes'), idOf('-u', 'mail'), idOf('-g', 'mail'));
  chownSync(at('data'), idOf('-u', 'postfix'), idOf('-g', 'postfix'));
  const master = readFileSync(MASTER, 'utf8')
    .replace(/^smtp +inet.*$/m, `127.0.0.1:${port} inet n - n - - smtpd`)
    .replace(/^(\S+\s+unix(?:-dgram)?\s+\S+\s+\S+\s+)y/gm, '$1n');
  writeFileSync(at('etc/master.cf'), master);
  const recipients = world ? worldOf(world.lmtpPort) : ONE_INBOX;
  writeFileSync(
    at('etc/main.cf'),
    configuration(folder, idOf('-u', 'mail'), idOf('-g', 'mail')) + recipients,
  );
  const postfix = (command: string) =>
    execFileSync('postfix', ['-c', at('etc'), command], { stdio: 'ignore' });
  postfix('start');
  const box = at(world ? 'boxes/leads/new' : 'boxes/anna/new');
  return {
    port,
    arrived: async (count) => {
      for (const until = Date.now() + 10_000; ; await setTimeout(50)) {
        const names = existsSync(box) ? readdirSync(box).toSorted() : [];
        if (names.length >= count) return names.map((name) => readFileSync(join(box, name), 'latin1'));
        if (Date.now() > until)
          throw new Error(
            `Only ${names.length} emails arrived: ${readFileSync(at('postfix.log'), 'utf8').slice(-2_000)}`,
          );
      }
    },
    stop: async () => {
      postfix('stop');
      await setTimeout(100);
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

function configuration(folder: string, uid: number, gid: number): string {
  return `
compatibility_level = 3.6
queue_directory = ${folder}/spool
data_directory = ${folder}/data
maillog_file = ${folder}/postfix.log
maillog_file_prefixes = ${folder}
inet_interfaces = 127.0.0.1
inet_protocols = ipv4
myhostname = mx.inbox.test
mydestination =
alias_maps =
smtp_dns_support_level = disabled
recipient_delimiter = +
message_size_limit = 200000
virtual_mailbox_base = ${folder}/boxes
virtual_uid_maps = static:${uid}
virtual_gid_maps = static:${gid}
virtual_minimum_uid = 1
default_transport = error:5.4.4 nothing leaves this machine
`;
}

const ONE_INBOX = `
virtual_mailbox_domains = inbox.test
virtual_mailbox_maps = inline:{anna@inbox.test=anna/}
smtpd_relay_restrictions = reject_unauth_destination
`;

/**
 * Somebody lives at every address of lead.test. At refused.test a recipient is refused at once, at gone.test by a report; at
 * blocked.test and policy.test the sender is to blame; at full.test it is tried again for some seconds, and then given up.
 */
function worldOf(lmtpPort: number): string {
  return `
virtual_mailbox_domains = inbox.test lead.test
virtual_mailbox_maps = regexp:{{/./ leads/}}
transport_maps = inline:{ {inbox.test=lmtp:inet:127.0.0.1:${lmtpPort}}, {gone.test=error:5.1.1 no such user}, {policy.test=error:5.7.1 refused by policy}, {full.test=retry:4.2.2 mailbox full} }
relay_domains = refused.test blocked.test gone.test policy.test full.test
smtpd_relay_restrictions = permit_mynetworks, reject
smtpd_recipient_restrictions = check_recipient_access inline:{ {refused.test=550 5.1.1 no such user here}, {blocked.test=554 5.7.1 your server is blocked} }
smtpd_reject_unlisted_recipient = no
delay_warning_time = 1s
minimal_backoff_time = 1s
maximal_backoff_time = 1s
queue_run_delay = 1s
maximal_queue_lifetime = 4s
`;
}
