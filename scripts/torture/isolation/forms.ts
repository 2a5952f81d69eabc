import { PASSWORD } from './twins.ts';

/** A field as a form sends it. */
export type Field = [name: string, value: string];

interface FormField {
  name: string;
  value: string;
  type: string;
}

/** The forms of a page, one for each of its buttons that has a name. */
export function formsIn(html: string): { action: string; method: string; fields: FormField[] }[] {
  return [...html.matchAll(/<form\b([^>]*)>([\s\S]*?)<\/form>/g)].flatMap(([, opening = '', inside = '']) => {
    const base = {
      action: valueOf(opening, 'action') ?? '',
      method: (valueOf(opening, 'method') ?? 'get').toLowerCase(),
    };
    const fields: FormField[] = [];
    for (const [, tag = ''] of inside.matchAll(/<input\b([^>]*)>/g)) {
      const type = valueOf(tag, 'type') ?? 'text';
      const name = valueOf(tag, 'name');
      if (!name || type === 'file' || type === 'submit') continue;
      if (/^(checkbox|radio)$/.test(type) && !/\bchecked\b/.test(tag)) continue;
      fields.push({ name, value: valueOf(tag, 'value') ?? (type === 'checkbox' ? 'on' : ''), type });
    }
    for (const [, tag = '', text = ''] of inside.matchAll(/<textarea\b([^>]*)>([\s\S]*?)<\/textarea>/g)) {
      const name = valueOf(tag, 'name');
      if (name) fields.push({ name, value: decoded(text), type: 'text' });
    }
    for (const [, tag = '', options = ''] of inside.matchAll(/<select\b([^>]*)>([\s\S]*?)<\/select>/g)) {
      const name = valueOf(tag, 'name');
      const all = [...options.matchAll(/<option\b([^>]*)>/g)].map(([, option = '']) => option);
      const chosen = all.find((option) => /\bselected\b/.test(option)) ?? all[0] ?? '';
      if (name) fields.push({ name, value: valueOf(chosen, 'value') ?? '', type: 'select' });
    }
    const buttons = [...inside.matchAll(/<button\b([^>]*)>/g)].flatMap(([, tag = '']) => {
      const name = valueOf(tag, 'name');
      return name ? [{ name, value: valueOf(tag, 'value') ?? '', type: 'button' }] : [];
    });
    return buttons.length === 0
      ? [{ ...base, fields }]
      : buttons.map((button) => ({ ...base, fields: [...fields, button] }));
  });
}

function valueOf(tag: string, name: string): string | undefined {
  const [, value] = new RegExp(`\\b${name}="([^"]*)"`).exec(tag) ?? [];
  return value === undefined ? undefined : decoded(value);
}

function decoded(text: string): string {
  return text
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&');
}

/** The form as a person would send it: what is empty gets something that fits. */
export function filled(fields: readonly FormField[]): Field[] {
  return fields.map(({ name, value, type }) => {
    if (value !== '' || type === 'hidden' || type === 'button' || type === 'select') return [name, value];
    if (type === 'email' || /email|address/.test(name)) return [name, 'somebody.new@people.example'];
    if (type === 'url' || /url/.test(name)) return [name, 'https://files.example/a.pdf'];
    if (type === 'password') return [name, PASSWORD];
    if (type === 'number') return [name, '3'];
    if (type === 'date') return [name, '2026-11-20'];
    return [name, /slug/.test(name) ? 'some-words' : 'Some words'];
  });
}
