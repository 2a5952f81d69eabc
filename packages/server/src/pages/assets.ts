import { createHash } from 'node:crypto';

import { type RequestHandler, Router } from 'express';

import { SCRIPT } from './script.ts';

const ICON = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><path fill="#2f76a8" d="M16 1 30 16 16 31 2 16z"/><path fill="#fff" d="M16 7v18l-7-9z"/></svg>`;

const assets = {
  app: { type: 'text/javascript; charset=utf-8', text: SCRIPT, ending: 'js' },
  icon: { type: 'image/svg+xml', text: ICON, ending: 'svg' },
};

/** The path of an asset. It holds the hash of what lies there, so that it may be kept forever. */
function assetPath(name: keyof typeof assets): string {
  const { text, ending } = assets[name];
  return `/assets/${name}.${createHash('sha256').update(text).digest('hex').slice(0, 10)}.${ending}`;
}

export const SCRIPT_PATH = assetPath('app');
export const ICON_PATH = assetPath('icon');

export function assetRoutes(): Router {
  const routes = Router({ strict: true, caseSensitive: true });
  routes.get(SCRIPT_PATH, serve('app'));
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
