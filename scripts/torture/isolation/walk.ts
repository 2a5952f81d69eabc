import type { Act, Undone } from './act.ts';
import { type Field, filled, formsIn } from './forms.ts';

/** Pages that are linked from page to page, some of each kind, and their forms as a person would send them. */
export async function walk(
  page: (path: string, form?: Field[]) => Promise<string>,
  undone: Undone,
): Promise<Act[]> {
  const queue = ['/', '/settings', '/suppressions', '/outbox', '/ai-usage', '/activity'];
  const kinds = new Map<string, number>();
  const acts: Act[] = [];
  const isNew = (kind: string, most: number) => {
    const seen = (kinds.get(kind) ?? 0) + 1;
    kinds.set(kind, seen);
    return seen <= most;
  };
  for (let path = queue.shift(); path !== undefined && acts.length < 900; path = queue.shift()) {
    const at = path;
    if (!isNew(kindOf(at), 2)) continue;
    acts.push({ name: `GET ${at}`, run: () => page(at) });
    const html = await undone(() => page(at));
    for (const [, href = ''] of html.matchAll(/href="(\/[^"#]*)/g)) {
      const link = href.replaceAll('&amp;', '&');
      if (!/^\/(docs|assets|openapi|llms|outreach)/.test(link) && (kinds.get(kindOf(link)) ?? 0) < 2)
        queue.push(link);
    }
    for (const { action, method, fields } of formsIn(html)) {
      const to = action === '' ? at : action;
      if (method === 'get') {
        queue.push(`${to.split('?')[0]}?${new URLSearchParams(filled(fields))}`);
      } else if (isNew(`POST ${kindOf(to)} ${fields.map(({ name }) => name).join()}`, 3)) {
        const form = filled(fields);
        acts.push({
          name: `POST ${to} ${new URLSearchParams(form)}`.slice(0, 200),
          run: () => page(to, form),
        });
      }
    }
  }
  return acts;
}

/** A path without its ids and values. */
function kindOf(path: string): string {
  const [at = '', query = ''] = path.split('?');
  return `${at.replaceAll(/[a-z]{3}_[0-9a-z]{26}/g, ':id')}?${[...new URLSearchParams(query).keys()].join()}`;
}
