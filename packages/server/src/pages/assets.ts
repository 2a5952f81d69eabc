import { createHash } from 'node:crypto';

import { type RequestHandler, Router } from 'express';

// The one thing that pages do with a script: copying. Buttons stay hidden where it cannot run.
const COPY = `for (const button of document.querySelectorAll('[data-copy]')) {
  button.hidden = false;
  button.addEventListener('click', async () => {
    const source = document.getElementById(button.dataset.copy);
    const status = document.getElementById(button.dataset.copy + '-status');
    try {
      await navigator.clipboard.writeText(source.textContent);
    } catch {
      // Without TLS there is no clipboard object; selecting and copying works everywhere.
      getSelection().selectAllChildren(source);
      document.execCommand('copy');
    }
    status.textContent = 'Copied';
    setTimeout(() => { status.textContent = ''; }, 4000);
  });
}
`;

const ICON = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><path fill="#2f76a8" d="M16 1 30 16 16 31 2 16z"/><path fill="#fff" d="M16 7v18l-7-9z"/></svg>`;

const assets = {
  copy: { type: 'text/javascript; charset=utf-8', text: COPY, ending: 'js' },
  icon: { type: 'image/svg+xml', text: ICON, ending: 'svg' },
};

/** The path of an asset. It holds the hash of what lies there, so that it may be kept for ever. */
export function assetPath(name: keyof typeof assets): string {
  const { text, ending } = assets[name];
  return `/assets/${name}.${createHash('sha256').update(text).digest('hex').slice(0, 10)}.${ending}`;
}

export const COPY_SCRIPT = assetPath('copy');
export const ICON_PATH = assetPath('icon');

export function assetRoutes(): Router {
  const routes = Router({ strict: true, caseSensitive: true });
  routes.get(COPY_SCRIPT, serve('copy'));
  routes.get(ICON_PATH, serve('icon'));
  return routes;
}

function serve(name: keyof typeof assets): RequestHandler {
  return (_request, response) => {
    response.setHeader('Content-Type', assets[name].type);
    response.setHeader('Cache-Control', 'public, max-age=31536000, immutable');
    response.send(assets[name].text);
  };
}
