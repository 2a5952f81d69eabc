/** The first segments of the public paths: capture pages, logos, confirmations, downloads, tracked links, pixels, opt-outs. */
export const PUBLIC_FOLDERS = ['p', 'b', 'c', 'd', 'l', 'o', 'u'] as const;
