import { noProgress, type Progress } from '../../../subscribers-file/import.ts';
import type { Shown } from '../../answer.ts';
import { Card, Note, PageTitle } from '../../components/card.tsx';
import { Stats } from '../../components/stat.tsx';
import { Table } from '../../components/table.tsx';
import { Text } from '../../components/text.tsx';
import { Count, CountStat } from '../../figure.tsx';
import type { Import } from './store.ts';

/** How it goes, and once it is done what became of every line. */
export function reportPage({ phase, file_name, bytes, read, progress, problem }: Import): Shown {
  // One that was kept by an older version lacks what is counted since.
  const report = { ...noProgress(), ...progress };
  const running = phase === 'running';
  return {
    title: running ? 'Importing' : 'Import report',
    section: 'subscribers',
    ...(running && { refresh: 2 }),
    body: (
      <>
        <PageTitle
          up={{ path: '/subscribers', label: 'Subscribers' }}
          actions={
            running ? undefined : (
              <a class="button" href="/subscribers/import">
                Import another file
              </a>
            )
          }
        >
          {running ? 'Importing' : 'Import of'} <Text most={80}>{file_name}</Text>
        </PageTitle>
        {running && (
          <Note>
            <p role="status">
              {Math.min(99, Math.floor((100 * read) / Math.max(1, bytes)))}% of the file has been read. This
              page refreshes itself; you may leave it, and come back.
            </p>
          </Note>
        )}
        {phase === 'failed' && (
          <Note tone="bad">
            <p role="alert" dir="auto">
              {problem}
            </p>
            <p>The lines counted below were imported before that.</p>
          </Note>
        )}
        {phase === 'done' && (
          <Note tone="good">
            <p role="status">
              Done: <Count at="lines" value={report.lines} /> lines.
            </p>
          </Note>
        )}
        <Outcome {...report} />
        {phase === 'done' && (
          <div class="row">
            <a class="button primary" href="/subscribers?order=recent">
              View subscribers
            </a>
            <a class="button" href="/campaigns/new">
              Create a campaign
            </a>
          </div>
        )}
        <Lines title="Skipped lines" lines={report.skipped} all={report.skipped_lines} />
        <Lines title="Tags left out" lines={report.tags_left_out} all={report.tags_left_out_lines} />
      </>
    ),
  };
}

/** What became of the lines so far. */
function Outcome({ added, updated, unchanged, skipped_lines, suppressed, opted_out }: Progress) {
  return (
    <Stats>
      <CountStat label="Added" at="added" value={added} meaning="New subscribers." />
      <CountStat
        label="Updated"
        at="updated"
        value={updated}
        meaning="Already known, with a new name, tag or field."
      />
      <CountStat
        label="Unchanged"
        at="unchanged"
        value={unchanged}
        meaning="Already known, with nothing new."
      />
      <CountStat
        label="Skipped"
        at="skipped"
        value={skipped_lines}
        meaning="Lines that could not be used. The reasons are below."
      />
      <CountStat
        label="Suppressed"
        at="suppressed"
        value={suppressed}
        meaning="They must not be emailed, for example after a bounce. They are left as they are."
      />
      <CountStat
        label="Opted out"
        at="opted_out"
        value={opted_out}
        meaning="They unsubscribed, here or according to the file, and stay unsubscribed."
      />
    </Stats>
  );
}

/** Lines with a problem; nothing where there are none. */
function Lines({ title, lines, all }: { title: string; lines: Progress['skipped']; all: number }) {
  if (lines.length === 0) return null;
  return (
    <Card
      title={title}
      aside={
        all > lines.length && (
          <span class="small muted">
            The first {lines.length} of {all}
          </span>
        )
      }
    >
      <Table name={title} head={['Line', 'Reason']}>
        {lines.map(({ line, reason }) => (
          <tr key={line}>
            <th scope="row">{line}</th>
            <td>
              <Text>{reason}</Text>
            </td>
          </tr>
        ))}
      </Table>
    </Card>
  );
}
