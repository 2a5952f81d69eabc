import { encode } from 'uqr';

/** A code as it is drawn: the path of its dark parts, in a square of so many. */
interface Drawing {
  path: string;
  size: number;
}

/** Addresses whose drawings are kept. */
const MAX_KEPT = 200;

/** Those that were shown last. All visitors of a page are shown the same, and it takes longer to draw than the rest of the page. */
const kept = new Map<string, Drawing>();

/** The address of a page as a QR code. */
export function AddressCode({ url }: { url: string }) {
  const drawing = kept.get(url) ?? draw(url);
  kept.delete(url);
  kept.set(url, drawing);
  const [oldest] = kept.keys();
  if (kept.size > MAX_KEPT && oldest !== undefined) kept.delete(oldest);
  return <Code drawing={drawing} label="QR code of the address" className="qr" />;
}

/** A secret as a QR code, to be scanned from a distance. No trace of it is kept. */
export function SecretCode({ text, label }: { text: string; label: string }) {
  return <Code drawing={draw(text)} label={label} className="qr large" />;
}

/** Dark on light in both themes, since that is what cameras read. */
function Code({
  drawing: { path, size },
  label,
  className,
}: {
  drawing: Drawing;
  label: string;
  className: string;
}) {
  return (
    <svg class={className} viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label}>
      <path d={path} />
    </svg>
  );
}

function draw(text: string): Drawing {
  const { data, size } = encode(text, { border: 0 });
  return { path: data.map(runs).join(''), size };
}

/** The dark runs of a row, each drawn at once. */
function runs(row: boolean[], y: number): string {
  const dots = row.map((dark) => (dark ? '#' : ' ')).join('');
  return [...dots.matchAll(/#+/g)]
    .map(({ 0: { length }, index }) => `M${index} ${y}h${length}v1h-${length}z`)
    .join('');
}
