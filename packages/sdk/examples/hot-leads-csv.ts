// Writes all hot leads as CSV to standard output, and its progress to standard error.
//
//   node hot-leads-csv.ts > hot-leads.csv
import { Lodestone, type Subscriber } from '@lodestone/sdk';

const columns = ['id', 'email', 'first_name', 'last_name', 'lead_score', 'tags', 'first_seen_at'] as const;

const lodestone = new Lodestone();
console.log(columns.join(','));
let written = 0;
for await (const page of lodestone.subscribers.list({ temperature: 'hot', limit: 200 }).pages()) {
  for (const lead of page.data) console.log(columns.map((column) => cell(lead[column])).join(','));
  written += page.data.length;
  console.error(`${written} of ${page.total_matching} hot leads`);
}

function cell(value: Subscriber[(typeof columns)[number]]): string {
  const text = Array.isArray(value) ? value.join(';') : String(value ?? '');
  // A spreadsheet would take these for a formula.
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
