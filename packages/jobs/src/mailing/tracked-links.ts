/** The number of the link that nobody sees. */
const TRAP = 9_999;

/** Where a link of an email leads, as it is kept. */
export interface KeptLink {
  number: number;
  url: string;
  hidden: boolean;
}

/** Numbers the links of an email as they come, and leads each over an address of ours. */
export interface TrackedLinks {
  link(url: string): string;
  /** The address of a link that nobody sees. */
  trap: string;
  /** What has to be stored about them once the email is composed. */
  kept(): KeptLink[];
}

/**
 * @param base the address that a link's number is put behind
 * @param home where the link leads that nobody sees
 */
export function trackedLinks(base: string, home: string): TrackedLinks {
  const urls: string[] = [];
  return {
    link: (url) => {
      // Text and HTML lead to the same place by the same address.
      const known = urls.indexOf(url);
      const number = known === -1 ? urls.push(url) - 1 : known;
      return `${base}.${number}`;
    },
    trap: `${base}.${TRAP}`,
    kept: () => [
      ...urls.map((url, number) => ({ number, url, hidden: false })),
      { number: TRAP, url: home, hidden: true },
    ],
  };
}
