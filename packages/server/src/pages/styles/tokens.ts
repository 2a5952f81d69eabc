/** Colours, sizes and type, in one place. Every pair of text and ground that is used has a contrast of 4.5 or more. */
export const tokens = `
:root {
  color-scheme: light dark;
  --ground: #f6f6f4; --surface: #ffffff; --sunken: #efefec; --line: #dfdfda; --edge: #8b8b84;
  --text: #1b1d21; --muted: #595d65; --accent: #1d5c88; --on-accent: #ffffff; --accent-soft: #e3eef6;
  --good: #17663d; --good-soft: #e2f2e8; --warn: #7a4a00; --warn-soft: #faeed3;
  --bad: #a11d1d; --bad-soft: #fae6e4; --bar: #3f83b3; --bar-2: #c27c1a; --bar-3: #3c9463;
  --radius: 8px; --gap: 1rem; --shadow: 0 1px 2px rgb(0 0 0 / .05);
  --sans: system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "Helvetica Neue", Arial, sans-serif;
  --mono: ui-monospace, SFMono-Regular, Menlo, Consolas, "Liberation Mono", monospace;
}
@media (prefers-color-scheme: dark) {
  :root {
    --ground: #121417; --surface: #1a1d21; --sunken: #22262b; --line: #30353c; --edge: #7d848e;
    --text: #e8e9eb; --muted: #a3a9b2; --accent: #85bfe9; --on-accent: #0d2233; --accent-soft: #1c3142;
    --good: #7fd0a0; --good-soft: #17301f; --warn: #e8bd6a; --warn-soft: #352a14;
    --bad: #f39b95; --bad-soft: #3b1d1c; --bar: #5a9fd0; --bar-2: #d59a45; --bar-3: #5fb487; --shadow: none;
  }
}`;
