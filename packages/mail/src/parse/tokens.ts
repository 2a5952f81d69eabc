/** A token of ours after the plus sign of an address, as in `maya+0a1b2c3d4e5f6g7h@acme.example`. Its case matters. */
const TOKEN = /[+=]([A-Za-z0-9_-]{16,32})@/g;

/** Tokens in the addresses of header values, each once, at most ten. */
export function tokensIn(values: readonly string[]): string[] {
  const found = values.flatMap((value) =>
    [...value.slice(0, 4_000).matchAll(TOKEN)].map(([, token = '']) => token),
  );
  return [...new Set(found)].slice(0, 10);
}
