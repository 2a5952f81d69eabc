import { expect } from '@jest/globals';

import { setAssetLink } from '@lodestone/core';

import type { Owner } from './owner.ts';

/** Makes a magnet as its owner does, and publishes it. @returns its wire id */
export async function makeMagnet(owner: Owner, content: Record<string, string> = {}): Promise<string> {
  const { location } = await owner.post('/magnets', {
    title: 'The guide',
    slug: 'the-guide',
    kind: 'guide',
    description: '',
    opt_in: 'double',
    delivery_subject: 'Your guide',
    delivery_body: 'Here: {{ download_url }}\n\nMore: https://example.com/more',
    email_account_id: '',
    ...content,
  });
  const id = /mag_\w+/.exec(location ?? '')?.[0] ?? '';
  await setAssetLink(owner.account, { id, url: 'https://files.example/guide.pdf' });
  await owner.post(`/magnets/${id}/test`, { publish: 'yes' });
  expect((await owner.api(`/v1/magnets/${id}`)).status).toBe('public');
  return id;
}
