// A walk over the client that ends with what it saw.
export async function tour(lodestone, LodestoneError) {
  const { account, api_key } = await lodestone.me({ timeoutMs: 20_000 });
  const leads = new Set();
  for await (const { id } of lodestone.subscribers.list({ limit: 200 })) leads.add(id);
  const [first] = leads;
  const { data, status, requestId, rateLimit } = await lodestone.subscribers
    .update(first, { tags: ['vip', 'ünïcode +&=%'] })
    .withResponse();
  const [tagged] = await lodestone.subscribers.list({ tag: 'ünïcode +&=%' }).all({ max: 1 });
  const error = await lodestone.magnets.get('mag_none').catch((reason) => reason);
  return {
    account: account.name,
    key: api_key.name,
    leads: leads.size,
    tags: data.tags,
    found: tagged.id === first,
    status,
    requestId: typeof requestId,
    limit: rateLimit.limit,
    error: LodestoneError.is(error, 'not_found') && error instanceof LodestoneError && error.status,
  };
}
