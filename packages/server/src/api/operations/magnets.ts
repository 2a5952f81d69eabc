import { changeMagnetStatus, listMagnets, readMagnet } from '@lodestone/core';

import type { Handlers } from './handlers.ts';

export const magnets: Pick<Handlers, 'listMagnets' | 'getMagnet' | 'updateMagnet'> = {
  listMagnets: ({ account }, input) => listMagnets(account, input),
  getMagnet: ({ account }, { id }) => readMagnet(account, { id }),
  updateMagnet: ({ account }, { id, status }) => changeMagnetStatus(account, { id, status }),
};
