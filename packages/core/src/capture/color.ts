/** Our own colour, where an account has none. */
export const OWN_COLOR = '#1d5c88';

/** Black or white, whichever is read better on a colour `#rrggbb`: one of them always has a contrast of 4.5 or more. */
export function inkOn(color: string): '#000000' | '#ffffff' {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(color.slice(at, at + 2), 16) / 255;
    return part <= 0.040_45 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  // WCAG's relative luminance: at 0.179 both contrasts are the same.
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue > 0.179 ? '#000000' : '#ffffff';
}
