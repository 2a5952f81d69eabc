/** What a bounce, as it was read, says. */
interface BounceRead {
  kind: 'bounce';
  /** Whether the address is to blame, or we are, or it is temporary, or it is no bounce because the email arrived. */
  outcome: 'hard' | 'soft' | 'ours' | 'delivered';
  action: string;
  status: string | null;
  diagnostic: string | null;
  /** The address that it names. */
  recipient: string | null;
}

/** What an incoming email was found to be. */
export type Reading =
  /**
   * `away` when a person says that they are away, and answers nothing else; `end` are the words by which they ask not to be written
   * to any more. `invitation` is what their calendar says for them, such as `accepted`.
   */
  | { kind: 'reply'; away?: { until: string | null }; end?: string; invitation?: string }
  /** `until` is the day (YYYY-MM-DD) that it names as the end of the absence. */
  | { kind: 'out_of_office'; rule: string; until: string | null; evidence: string | null }
  /** `left` are the words that say that its author no longer works there. */
  | { kind: 'automatic'; rule: string; left?: string }
  | BounceRead
  | { kind: 'complaint'; type: string; recipient: string | null };

/** An email of an inbox. All texts are such as PostgreSQL can store. */
export interface ReceivedMail {
  /** SHA-256 of it, hexadecimal: the same email is stored once, however often it is seen. */
  fingerprint: string;
  message_id: string | null;
  from_address: string;
  subject: string | null;
  /** What is new in it. */
  body: string;
  quoted: string;
  received_at: Date;
  raw: Uint8Array;
  /** Of the whole email, in bytes. */
  size: number;
  /** Message-IDs that it answers, and that it came after, the latest last. For a bounce: those of what came back. */
  in_reply_to: readonly string[];
  references: readonly string[];
  /** Tokens in the addresses that it came to. */
  tokens: readonly string[];
  reading: Reading;
}
