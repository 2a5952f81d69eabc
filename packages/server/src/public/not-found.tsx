import type { Response } from 'express';

import { sendPublic } from './frame.tsx';

/**
 * The one answer for every address that leads nowhere, whatever the reason: never existed, gone, or not for this visitor. It
 * is the same to the byte, so that nothing can be learned from it.
 */
export function sendNotFound(response: Response): void {
  sendPublic(response, {
    title: 'Page not found',
    brand: null,
    status: 404,
    body: (
      <>
        <h1>Page not found</h1>
        <p>
          The link may be incomplete, or the page may no longer be available. Try opening it again from where
          you found it.
        </p>
      </>
    ),
  });
}
