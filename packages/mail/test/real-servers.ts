import { needing } from '../../../scripts/jest/needs.ts';
import { HAS_DOVECOT } from './imap/dovecot.ts';
import { HAS_POSTFIX } from './smtp/postfix.ts';

/** Declares tests that start Dovecot. It needs root to become the mailboxes' user. */
export const onDovecot = needing('Dovecot, as root', HAS_DOVECOT);

/** Declares tests that start Postfix. It needs root for its spool. */
export const onPostfix = needing('Postfix, as root', HAS_POSTFIX);

/** Declares tests that start both. */
export const onBoth = needing('Postfix and Dovecot, as root', HAS_POSTFIX && HAS_DOVECOT);
