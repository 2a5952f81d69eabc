import { binaries, startCluster } from './cluster.ts';
import { crash, type Crashes, type Report } from './crashes.ts';
import { emptyDatabase } from './empty-database.ts';

/** Kills servers of both databases, and PostgreSQL itself where its programs are here. Prints a table. @returns whether nothing was lost */
export async function tortureByCrashes({
  kills,
  server,
}: {
  kills: number;
  server?: string | undefined;
}): Promise<boolean> {
  const reports: Record<string, Report> = { embedded: await killed('embedded', { kills }) };
  if (binaries() !== null) {
    const cluster = await startCluster();
    try {
      reports['PostgreSQL'] = await killed('PostgreSQL', { kills, cluster, databaseUrl: cluster.url });
    } finally {
      await cluster.remove();
    }
  } else if (server !== undefined) {
    const { url, drop } = await emptyDatabase(server);
    try {
      reports['PostgreSQL'] = await killed('PostgreSQL', { kills, databaseUrl: url });
    } finally {
      await drop();
    }
  }
  console.table(
    Object.entries(reports).map(([database, { answered, lostRequests, unsafe, ...report }]) => ({
      database,
      ...answered,
      ...report,
      lostRequests: lostRequests.length,
      unsafe: unsafe.length,
    })),
  );
  for (const { lostRequests, unsafe } of Object.values(reports))
    for (const what of [...lostRequests, ...unsafe]) console.error(what);
  return Object.values(reports).every(
    ({ lostRequests, lostVisits, unsafe, differences }) =>
      lostRequests.length + lostVisits + unsafe.length + differences === 0,
  );
}

function killed(database: string, how: Crashes): Promise<Report> {
  return crash({
    ...how,
    onKill: (nth, blow) => console.error(`${database}: ${nth}/${how.kills} killed (${blow})`),
  });
}
