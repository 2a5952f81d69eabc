import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { path } from '../paths.ts';
import { redocly } from './redocly.ts';

/**
 * The reference as Redoc renders it: a page and its scripts, by name. Redoc's own page holds its scripts inline, which a
 * strict content security policy refuses, so they become files of their own, named after their content. Nothing is loaded
 * from elsewhere, and telemetry is off.
 * @param from where the files are served, `/docs/`
 */
export async function redocFiles(document: string, from: string): Promise<Map<string, string>> {
  const folder = mkdtempSync(join(tmpdir(), 'lodestone-docs-'));
  try {
    const output = join(folder, 'index.html');
    await redocly(
      'build-docs',
      document,
      '--inlineBundle',
      '--openapi.disableTelemetry=true',
      `--output=${output}`,
      `--config=${path('scripts/docs/redoc.yaml')}`,
    );
    return withoutInlineScripts(readFileSync(output, 'utf8'), from);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Scripts begin a line or follow a tag; the text `<script>` inside the library does neither. */
function withoutInlineScripts(html: string, from: string): Map<string, string> {
  const files = new Map<string, string>();
  const page = html.replaceAll(
    /(?<=[>\n] *)<script( type="module")?>([\s\S]*?)<\/script>(?=\s*<)/g,
    (_, type: string | undefined, source: string) => {
      const local = source.replaceAll(REMOTE_LOGO, LOGO).replaceAll(MENU, LANDMARK);
      const name = `redoc-${sha256(local, 'hex').slice(0, 16)}.js`;
      files.set(name, local);
      return `<script${type ?? ''} src="${from}${name}"></script>`;
    },
  );
  if (/<script(?![^>]* src=)[^>]*>/.test(page))
    throw new Error('Redoc wrote an inline script that was not recognised.');
  if (![...files.values()].some((text) => text.includes('role:`navigation`,className:')))
    throw new Error('Redoc has another menu, which was not made a landmark.');
  const withIcon = page
    .replaceAll(/(<div class="[^"]*\bmenu-content")/g, '$1 role="navigation"')
    .replace('</title>', '</title>\n  <link rel="icon" href="data:,">')
    .replace('</head>', `<style>${OWN_STYLES}</style>\n</head>`);
  return files.set('index.html', withIcon).set('content-security-policy.txt', policyOf(withIcon));
}

/** Where the library makes the menu, which is no landmark by itself. */
const MENU = /className:(\w+),\$collapsedSidebar:/g;
const LANDMARK = 'role:`navigation`,className:$1,$$collapsedSidebar:';

/**
 * Long lines of code and of tables wrap: their column is too narrow for them, and nobody scrolls sideways to read on. The words
 * in the search field are as dark as others.
 */
const OWN_STYLES = [
  'pre, pre code { white-space: pre-wrap !important; overflow-wrap: anywhere !important }',
  '.md-table-wrapper :is(td, th, code) { overflow-wrap: anywhere !important; word-break: normal !important; white-space: normal !important; min-width: 0 !important }',
  '[data-testid="search-trigger"] * { color: inherit !important }',
  '[data-testid="search-trigger"] { color: var(--text-color-primary) !important }',
].join('\n');

/** Redoc loads its makers' logo from their servers. */
const REMOTE_LOGO = /https:\/\/cdn\.redoc\.ly\/redoc\/logo-mini(-full)?\.svg/g;
const LOGO = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" width="46" height="14"><style>text { fill: #0044d4 } @media (prefers-color-scheme: dark) { text { fill: #b9ccff } }</style><text y="11" font-family="sans-serif" font-size="11">Redocly</text></svg>',
)}`;

/**
 * Only the page's own scripts run and only its own styles apply: those that it holds, and the empty ones that
 * styled-components fills by script. Redoc sets style attributes, which cannot load or run anything.
 */
function policyOf(page: string): string {
  const styles = [
    '',
    ...[...page.matchAll(/<style[^>]*>([\s\S]*?)<\/style>/g)].map(([, style]) => style ?? ''),
  ];
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' ${styles.map((style) => `'sha256-${sha256(style, 'base64')}'`).join(' ')}`,
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data:",
    'font-src data:',
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

function sha256(text: string, encoding: 'hex' | 'base64'): string {
  return createHash('sha256').update(text).digest(encoding);
}
