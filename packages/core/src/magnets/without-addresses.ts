/** Where something stands in a network, each with the port after it. */
const ADDRESSES = [
  /\b(?:\d{1,3}\.){3}\d{1,3}(?::\d{1,5})?\b/g,
  // Version 6, written out or shortened. A time of day has fewer colons.
  /(?<![\w:])(?:[\da-f]{0,4}:){3,8}[\da-f]{0,4}/gi,
  /(?<![\w:])::[\da-f]{1,4}\b/gi,
  // A host, as Node names it after the code of a failure.
  /(?<=\b(?:ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|EHOSTUNREACH|ETIMEDOUT) )[\w.-]+(?::\d{1,5})?/g,
];

/** A failure without the addresses in it, for those who may know that it failed but not what stands in the network. */
export function withoutAddresses(failure: string): string {
  return ADDRESSES.reduce((text, address) => text.replaceAll(address, '(address)'), failure);
}
