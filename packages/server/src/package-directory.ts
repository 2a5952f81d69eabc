/**
 * This package's directory, whose files are read where they lie: the bundled contract, the schema of the outreach file, the reference.
 * What is built of this file lies one level below it, in `dist` as in `bundle`.
 */
export const PACKAGE_DIRECTORY = new URL('..', import.meta.url);
