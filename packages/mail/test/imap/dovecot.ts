import { execFileSync, spawnSync } from 'node:child_process';
import { chownSync, mkdirSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';

import type { ImapServer } from '@lodestone/mail';

import { freePort } from '../../../../scripts/free-port.ts';

/** Dovecot needs root to become the mailboxes' user. */
export const HAS_DOVECOT = process.getuid?.() === 0 && spawnSync('dovecot', ['--version']).status === 0;

export interface Dovecot {
  server: ImapServer;
  /** Puts mails into a folder, each as a file of its own, received now or at the time that is said. */
  put(mails: readonly (string | Buffer)[], folder?: 'INBOX' | 'Sent' | 'Spam', receivedAt?: Date): void;
  /** Flags of every mail in a folder, the inbox by default, as the file names hold them. */
  files(folder?: 'INBOX' | 'Sent' | 'Spam'): string[];
  /** Forgets the numbers of the mails: the inbox gets another UIDVALIDITY. */
  renumber(): void;
  /** Where a mail server hands over what is for the inbox, with whatever stands after a plus sign; 0 unless it was asked for. */
  lmtpPort: number;
  stop(): Promise<void>;
}

/**
 * A Dovecot of its own for a test file: in a folder that goes with it, on a port that was free, with one inbox. Without
 * `idle` it does not offer to tell of new mail by itself.
 */
export async function startDovecot({ lmtp = false, idle = true } = {}): Promise<Dovecot> {
  const folder = mkdtempSync(join(tmpdir(), 'dovecot-'));
  const [uid, gid] = ['-u', '-g'].map((which) => Number(execFileSync('id', [which, 'mail']).toString()));
  const box = join(folder, 'boxes/anna@inbox.test');
  const port = await freePort();
  const lmtpPort = lmtp ? await freePort() : 0;
  const own = (path: string) => {
    mkdirSync(path, { recursive: true });
    chownSync(path, uid ?? 0, gid ?? 0);
  };
  execFileSync('chmod', ['755', folder]);
  own(join(folder, 'boxes'));
  for (const path of [
    '',
    '/new',
    '/cur',
    '/tmp',
    ...['Sent', 'Spam'].flatMap((name) => ['', '/new', '/cur', '/tmp'].map((part) => `/.${name}${part}`)),
  ])
    own(box + path);
  mkdirSync(join(folder, 'run'));
  writeFileSync(join(folder, 'users'), 'anna@inbox.test:{PLAIN}pw::::::\n');
  writeFileSync(join(folder, 'dovecot.conf'), configuration(folder, port, lmtpPort, idle));
  execFileSync('dovecot', ['-c', join(folder, 'dovecot.conf')], { stdio: 'ignore' });
  let count = 0;
  return {
    lmtpPort,
    server: { host: '127.0.0.1', port, protection: 'none', user: 'anna@inbox.test', password: 'pw' },
    put: (mails, into = 'INBOX', receivedAt) => {
      for (const mail of mails) {
        count++;
        const name = `${Date.now()}.${String(count).padStart(8, '0')}.test`;
        const path = join(box, into === 'INBOX' ? 'new' : `.${into}/new`, name);
        writeFileSync(path, mail);
        chownSync(path, uid ?? 0, gid ?? 0);
        if (receivedAt !== undefined) utimesSync(path, receivedAt, receivedAt);
      }
    },
    files: (folder = 'INBOX') =>
      ['new', 'cur']
        .flatMap((part) =>
          execFileSync('ls', [join(box, folder === 'INBOX' ? '' : `.${folder}`, part)])
            .toString()
            .split('\n'),
        )
        .filter((name) => name !== ''),
    renumber: () => {
      const list = join(box, 'dovecot-uidlist');
      const [header = '', ...lines] = readFileSync(list, 'utf8').split('\n');
      writeFileSync(list, [header.replace(/V\d+/, 'V1234567'), ...lines].join('\n'));
      rmSync(join(box, 'dovecot.index.log'), { force: true });
      rmSync(join(box, 'dovecot.index'), { force: true });
      rmSync(join(box, 'dovecot.index.cache'), { force: true });
    },
    stop: async () => {
      const pid = Number(readFileSync(join(folder, 'run/master.pid'), 'utf8'));
      // 0 would be this process and all that it started.
      if (pid > 1) process.kill(pid);
      await setTimeout(300);
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

function configuration(folder: string, port: number, lmtpPort: number, idle: boolean): string {
  return `
base_dir = ${folder}/run
log_path = ${folder}/dovecot.log
protocols = imap${lmtpPort === 0 ? '' : ' lmtp'}
recipient_delimiter = +
listen = 127.0.0.1
ssl = no
disable_plaintext_auth = no
first_valid_uid = 1
${idle ? '' : 'imap_capability = IMAP4rev1 LITERAL+ UIDPLUS SPECIAL-USE\n'}mail_location = maildir:${folder}/boxes/%u
passdb {
  driver = passwd-file
  args = username_format=%u ${folder}/users
}
userdb {
  driver = passwd-file
  args = username_format=%u ${folder}/users
  default_fields = uid=mail gid=mail home=${folder}/boxes/%u
}
service imap-login {
  inet_listener imap {
    port = ${port}
  }
}
${lmtpPort === 0 ? '' : lmtpListener(lmtpPort)}
namespace inbox {
  inbox = yes
  separator = /
  mailbox Sent {
    special_use = \\Sent
  }
  mailbox Spam {
    special_use = \\Junk
  }
}
`;
}

function lmtpListener(port: number): string {
  return `
service lmtp {
  inet_listener lmtp {
    port = ${port}
  }
}`;
}
