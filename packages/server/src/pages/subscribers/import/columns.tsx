import { fieldOf } from '../../../subscribers-file/read.ts';
import type { Shown } from '../../answer.ts';
import { Card, Note, PageTitle } from '../../components/card.tsx';
import { Input, type Option, Select } from '../../components/field.tsx';
import { Scroll } from '../../components/table.tsx';
import { excerpt, Text } from '../../components/text.tsx';
import type { Preview, Use } from './mapping.ts';
import type { Import } from './store.ts';

interface Props {
  preview: Preview;
  uses: readonly Use[];
  tags?: string;
  error?: string | undefined;
}

/** What each column is, and the first lines, before anything is imported. */
export function columnsPage({ id, file_name }: Import, { preview, uses, tags = '', error }: Props): Shown {
  return {
    title: 'Import subscribers',
    section: 'subscribers',
    status: error === undefined ? 200 : 400,
    body: (
      <>
        <PageTitle up={{ path: '/subscribers/import', label: 'Another file' }}>
          Import <Text most={80}>{file_name}</Text>
        </PageTitle>
        {error !== undefined && (
          <Note tone="bad">
            <p role="alert">{error}</p>
          </Note>
        )}
        <form method="post" action={`/subscribers/import/${id}`} class="card">
          <h2>Columns</h2>
          <div class="filters">
            {preview.headings.map((heading, index) => (
              <Select
                key={index}
                name={`column_${index}`}
                label={excerpt(heading.trim(), 60) || `Column ${index + 1}`}
                options={optionsFor(heading)}
                value={uses[index] ?? 'ignored'}
              />
            ))}
          </div>
          <Input
            name="tags"
            label="Tags for everyone in the file"
            hint="Optional, separated by commas"
            value={tags}
            autoComplete="off"
          />
          <div class="row">
            <button type="submit" class="primary">
              Import
            </button>
            <a href="/subscribers">Cancel</a>
          </div>
        </form>
        <FirstLines {...preview} />
      </>
    ),
  };
}

function optionsFor(heading: string): Option[] {
  const field = fieldOf(heading);
  return [
    { value: 'ignored', label: 'Ignore' },
    { value: 'email', label: 'Email address' },
    { value: 'first_name', label: 'First name' },
    { value: 'last_name', label: 'Last name' },
    { value: 'tags', label: 'Tags' },
    { value: 'status', label: 'Subscription status' },
    ...(field === '' ? [] : [{ value: 'field', label: `Field “${field}”` }]),
  ];
}

function FirstLines({ headings, lines }: Preview) {
  return (
    <Card title={lines.length === 1 ? 'First line' : `First ${lines.length} lines`}>
      {lines.length === 0 ? (
        <p>The file has no lines below its headings.</p>
      ) : (
        <Scroll label="First lines of the file">
          <table>
            <thead>
              <tr>
                <th scope="col">Line</th>
                {headings.map((heading, index) => (
                  <th scope="col" key={index}>
                    <Text most={40}>{heading.trim() || `Column ${index + 1}`}</Text>
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {lines.map(({ line, cells }) => (
                <tr key={line}>
                  <td>{line}</td>
                  {headings.map((_, index) => (
                    <td key={index}>
                      <Text most={60}>{cells[index] ?? ''}</Text>
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </Scroll>
      )}
    </Card>
  );
}
