/** Bytes of an answer; a real one has a thousand. */
const MAX_BYTES = 256 * 1024;

/** Posts JSON and reads JSON: no redirect is followed, which would take the key elsewhere, and nothing is waited for longer than `seconds`. */
export async function post(
  url: string,
  key: string | null,
  body: object,
  seconds: number,
): Promise<{ json: unknown } | { reason: string }> {
  const signal = AbortSignal.timeout(seconds * 1_000);
  try {
    const response = await fetch(url, {
      method: 'POST',
      redirect: 'manual',
      headers: {
        'content-type': 'application/json',
        ...(key === null ? {} : { authorization: `Bearer ${key}` }),
      },
      body: JSON.stringify(body),
      signal,
    });
    if (response.status !== 200) {
      await response.body?.cancel();
      return { reason: `The endpoint answered with status ${response.status}.${adviceOn(response.status)}` };
    }
    const text = await bounded(response);
    if (text === null) return { reason: `The endpoint answered with more than ${MAX_BYTES / 1024} KB.` };
    return { json: JSON.parse(text) };
  } catch (error) {
    if (signal.aborted) return { reason: `The endpoint did not answer within ${seconds} seconds.` };
    if (error instanceof SyntaxError) return { reason: 'The endpoint did not answer in JSON.' };
    return { reason: `The endpoint could not be reached: ${causeOf(error)}.` };
  }
}

/** What such endpoints mean by a status. */
function adviceOn(status: number): string {
  if (status === 401 || status === 403) return ' Check the API key.';
  if (status === 404) return ' Check the endpoint and the name of the model.';
  if (status === 429) return ' It takes no more calls for now, or its account has no credit left.';
  return '';
}

async function bounded(response: Response): Promise<string | null> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of response.body ?? []) {
    length += chunk.length;
    if (length > MAX_BYTES) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** `fetch failed` says nothing; its cause does. */
function causeOf(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  return (cause instanceof Error ? cause.message || cause.name : String(cause)).slice(0, 200);
}
