// pnpm torture                kills servers, and PostgreSQL, while they take requests and deliver; --kills 20
// pnpm torture --sending      kills servers while they send a campaign; --kills=20
// pnpm torture --isolation    takes each account condition out of core, one at a time; --only=sessions/ --acts=REGEX --minutes=20 --results=FILE
// pnpm torture --statements   takes each account condition out of each statement that the tests send, and asks whether they fail; FILE…
// pnpm torture --outages      PostgreSQL refused, cut, frozen and slow, Redis gone and frozen: what is answered, and how soon it is over
// pnpm torture --starts       kills servers while they make their database, and while they upgrade it; --kills=10
// pnpm torture --mail         SMTP and IMAP refused, cut, frozen and slow under an account that sends and reads; needs Dovecot, as root
// pnpm torture --drain        ends servers in turn under load, beside two busy neighbours; --cycles=10
// pnpm torture --slow         hundreds of clients of each kind that are slow, and what another feels; --clients=700
// pnpm torture --load         what the server can take, seven tenths and four times of it, of one account, and what another feels; --seconds=600
//
// TORTURE_DATABASE_URL names a PostgreSQL server where databases may be made, which all but the kills need. TORTURE_REDIS_URL
// names a Redis for the outages.
import { parseArgs } from 'node:util';

import { build } from './build.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    kills: { type: 'string' },
    sending: { type: 'boolean' },
    mail: { type: 'boolean' },
    starts: { type: 'boolean' },
    isolation: { type: 'boolean' },
    statements: { type: 'boolean' },
    only: { type: 'string', default: '' },
    acts: { type: 'string', default: '' },
    minutes: { type: 'string', default: '20' },
    results: { type: 'string', default: '' },
    outages: { type: 'boolean' },
    drain: { type: 'boolean' },
    cycles: { type: 'string', default: '10' },
    slow: { type: 'boolean' },
    clients: { type: 'string', default: '700' },
    load: { type: 'boolean' },
    seconds: { type: 'string', default: '60' },
  },
});
if (!build()) {
  console.error('The build failed, so nothing was tortured.');
  process.exit(1);
}
const server = process.env['TORTURE_DATABASE_URL'];

// Imported late: they need what was just built.
process.exit((await held()) ? 0 : 1);

async function held(): Promise<boolean> {
  if (values.isolation) {
    const { tortureByIsolation } = await import('./torture/isolation.ts');
    const { only, acts, results } = values;
    return tortureByIsolation({
      server: named(server),
      only,
      acts,
      results,
      minutes: Number(values.minutes),
    });
  }
  if (values.statements) {
    const { tortureByStatements } = await import('./torture/isolation/statements.ts');
    return tortureByStatements({ files: positionals, results: values.results });
  }
  if (values.outages) {
    const { tortureByOutages } = await import('./torture/outages.ts');
    return tortureByOutages({ server: named(server), redis: process.env['TORTURE_REDIS_URL'] });
  }
  if (values.drain) {
    const { tortureByDrain } = await import('./torture/drain.ts');
    return tortureByDrain({ server: named(server), cycles: Number(values.cycles) });
  }
  if (values.slow) {
    const { tortureBySlowClients } = await import('./torture/slow-clients.ts');
    return tortureBySlowClients({ server: named(server), clients: Number(values.clients) });
  }
  if (values.load) {
    const { tortureByLoad } = await import('./torture/load.ts');
    return tortureByLoad({ server: named(server), seconds: Number(values.seconds) });
  }
  if (values.sending) {
    const { tortureBySending } = await import('./torture/sending.ts');
    return tortureBySending({ kills: Number(values.kills ?? 20), server });
  }
  if (values.mail) {
    const { tortureByMailOutages } = await import('./torture/mail-outages.ts');
    return tortureByMailOutages({ server });
  }
  if (values.starts) {
    const { tortureByStarts } = await import('./torture/starts.ts');
    return tortureByStarts({ kills: Number(values.kills ?? 10), server });
  }
  const { tortureByCrashes } = await import('./torture/crash-table.ts');
  return tortureByCrashes({ kills: Number(values.kills ?? 20), server });
}

function named(url: string | undefined): string {
  if (url === undefined) throw new Error('TORTURE_DATABASE_URL names no PostgreSQL server.');
  return url;
}
