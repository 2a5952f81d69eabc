import { Router } from 'express';

import type { Shell } from '../page.ts';
import { showMagnet } from './detail.tsx';
import { openFile } from './file.ts';
import { listMagnetsPage } from './list.tsx';
import { makeMagnet, previewNewMagnet, showNewMagnet } from './new.tsx';
import { testMagnet, testSender } from './test.ts';
import { duplicate, livePreview, previewMagnet, saveAsset, saveMagnet, saveStatus } from './writes.ts';

export function magnetPages({ page, db, config }: Shell): Router {
  const routes = Router({ strict: true, caseSensitive: true });
  const sendTest = testSender(db, config);
  routes.get('/magnets', page(listMagnetsPage));
  routes.get('/magnets/new', page(showNewMagnet));
  routes.post('/magnets/preview', page(livePreview));
  routes.post('/magnets/new/preview', page(previewNewMagnet, { upload: true }));
  routes.post('/magnets', page(makeMagnet(sendTest), { upload: true }));
  routes.get('/magnets/:id', page(showMagnet));
  routes.post('/magnets/:id', page(saveMagnet(sendTest)));
  routes.post('/magnets/:id/preview', page(previewMagnet));
  routes.post('/magnets/:id/asset', page(saveAsset(sendTest), { upload: true }));
  routes.get('/magnets/:id/file', page(openFile));
  routes.post('/magnets/:id/duplicate', page(duplicate));
  routes.post('/magnets/:id/status', page(saveStatus));
  routes.post('/magnets/:id/test', page(testMagnet(sendTest)));
  return routes;
}
