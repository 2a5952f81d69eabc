import type { IncomingKind } from '../db/schema.ts';
import type { Match } from './match.ts';
import type { ReceivedMail } from './received.ts';

/** An email as it was stored. */
export interface Incoming extends ReceivedMail {
  /** UUID. */
  id: string;
  kind: IncomingKind;
  match: Match | null;
}
