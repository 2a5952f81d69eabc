import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';

import type { Response } from 'express';
import type { ComponentChildren } from 'preact';
import { renderToString } from 'preact-render-to-string';

import type { Brand } from '@lodestone/core';

import { ICON_PATH } from '../pages/assets.ts';
import { Text } from '../pages/components/text.tsx';
import { stylesFor } from './styles.ts';

/** A page for an account's subscribers and visitors. */
export interface PublicPage {
  title: string;
  /** Whose page it is; null for nobody's. */
  brand: Brand | null;
  body: ComponentChildren;
  status?: number;
  /** What is shown of the page where somebody shares its address. Other pages are kept out of search engines. */
  shared?: { url: string; description: string };
}

/** Sends a public page. It loads nothing, runs nothing, and posts to nobody but us. */
export function sendPublic(response: Response, page: PublicPage): void {
  const styles = stylesFor(page.brand?.color ?? null);
  const html = `<!doctype html>${renderToString(<Frame {...page} styles={styles} />)}`;
  response.status(page.status ?? 200);
  response.setHeader('Content-Type', 'text/html; charset=utf-8');
  response.setHeader('Content-Security-Policy', policyFor(styles));
  response.setHeader('Referrer-Policy', 'no-referrer');
  response.setHeader('X-Frame-Options', 'DENY');
  response.setHeader('Cache-Control', 'no-store');
  response.setHeader('Vary', 'Accept-Encoding');
  if (!response.req.acceptsEncodings('gzip')) {
    response.send(html);
    return;
  }
  response.setHeader('Content-Encoding', 'gzip');
  response.send(gzipSync(html, { level: 1 }));
}

function policyFor(styles: string): string {
  const hash = createHash('sha256').update(styles).digest('base64');
  return [
    "default-src 'none'",
    `style-src 'sha256-${hash}'`,
    "img-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

function Frame({ title, brand, body, shared, styles }: PublicPage & { styles: string }) {
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>{title}</title>
        {shared ? (
          <Shared title={title} brand={brand} {...shared} />
        ) : (
          <meta name="robots" content="noindex" />
        )}
        <link rel="icon" href={ICON_PATH} type="image/svg+xml" />
        <style dangerouslySetInnerHTML={{ __html: styles }} />
      </head>
      <body>
        <header class={brand?.logo ? 'logo' : ''}>
          {brand?.logo && <img src={brand.logo} alt="" />}
          {brand && <Text most={120}>{brand.sender}</Text>}
        </header>
        <main>
          <section class="card">{body}</section>
        </main>
        <footer>{brand?.postal_address && <Text most={500}>{brand.postal_address}</Text>}</footer>
      </body>
    </html>
  );
}

/** https://ogp.me */
function Shared({
  title,
  brand,
  url,
  description,
}: {
  title: string;
  brand: Brand | null;
  url: string;
  description: string;
}) {
  const properties = {
    'og:type': 'website',
    'og:title': title,
    'og:description': description,
    'og:url': url,
    'og:site_name': brand?.sender ?? '',
    ...(brand?.logo && { 'og:image': new URL(brand.logo, url).href }),
  };
  return (
    <>
      <meta name="description" content={description} />
      <meta name="twitter:card" content="summary" />
      {Object.entries(properties).map(([property, content]) => (
        <meta key={property} {...{ property }} content={content} />
      ))}
    </>
  );
}
