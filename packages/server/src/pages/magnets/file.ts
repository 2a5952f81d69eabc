import { fromWire, notFound, readAsset } from '@lodestone/core';

import { sendFile } from '../../public/download.tsx';
import type { PageHandler } from '../page.ts';

/** `GET /magnets/:id/file`: the file as subscribers get it. */
export const openFile: PageHandler = async (account, { params }) => {
  const uuid = fromWire('mag', params['id'] ?? '');
  const asset = uuid === null ? null : await readAsset(account, uuid);
  if (asset?.kind !== 'file') throw notFound('file');
  return { serve: (request, response) => sendFile(request, response, account, asset) };
};
