import type { Shown } from '../../answer.ts';
import { Card, PageTitle } from '../../components/card.tsx';

const UP = { path: '/subscribers', label: 'Subscribers' };

/** `GET /subscribers/import`: the form that takes the file. */
export function uploadPage(error?: string): Shown {
  return {
    title: 'Import subscribers',
    section: 'subscribers',
    status: error === undefined ? 200 : 400,
    body: (
      <>
        <PageTitle up={UP}>Import subscribers</PageTitle>
        <Card title="CSV file">
          <form method="post" action="/subscribers/import" encType="multipart/form-data" class="stack">
            <div class="field">
              <label for="file">File</label>
              <span class="hint" id="file-hint">
                Up to 20 MB. The first line names the columns: email, and optionally first_name, last_name,
                tags, and any other field your emails use, such as company.
              </span>
              <input
                type="file"
                id="file"
                name="file"
                accept=".csv,.tsv,.txt,text/csv"
                required
                aria-describedby={error === undefined ? 'file-hint' : 'file-hint file-error'}
                aria-invalid={error === undefined ? undefined : 'true'}
              />
              {error !== undefined && (
                <span class="error" id="file-error" dir="auto">
                  {error}
                </span>
              )}
            </div>
            <button type="submit" class="primary">
              Continue
            </button>
          </form>
          <p class="small muted">
            Nothing is imported yet: next you check the columns and the first lines. People who opted out or
            are suppressed stay out.
          </p>
        </Card>
      </>
    ),
  };
}
