/** Of some names the one that a misspelt one was meant to be, if any is near. */
export function nearest(name: string, names: readonly string[]): string | null {
  const bounded = name.slice(0, 50).toLowerCase();
  let best: { name: string; distance: number } | null = null;
  for (const candidate of names) {
    const distance = editDistance(bounded, candidate.toLowerCase());
    if (
      distance <= Math.max(1, Math.floor(candidate.length / 3)) &&
      distance < (best?.distance ?? Infinity)
    ) {
      best = { name: candidate, distance };
    }
  }
  return best?.name ?? null;
}

/** Levenshtein's distance: how many letters to add, drop or change. */
function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 0; i < a.length; i += 1) {
    const next = [i + 1];
    for (let j = 0; j < b.length; j += 1) {
      const changed = (row[j] ?? 0) + (a[i] === b[j] ? 0 : 1);
      next.push(Math.min(changed, (row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}
