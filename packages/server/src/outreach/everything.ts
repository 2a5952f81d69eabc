import { type Account, listCampaigns, listMagnets } from '@lodestone/core';

export function everyMagnet(account: Account) {
  return everyRow((page) => listMagnets(account, { status: 'all', ...page }));
}

/** The newest first. */
export function everyCampaign(account: Account) {
  return everyRow((page) => listCampaigns(account, { status: 'all', ...page }));
}

/** Every row of a list, read page by page. */
async function* everyRow<Row>(
  read: (page: { limit: number; offset: number }) => Promise<{ data: Row[]; next_offset: number | null }>,
): AsyncGenerator<Row> {
  for (let offset: number | null = 0; offset !== null;) {
    const page: Awaited<ReturnType<typeof read>> = await read({ limit: 200, offset });
    yield* page.data;
    offset = page.next_offset;
  }
}
