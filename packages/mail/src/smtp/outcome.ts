/** Where in the conversation with a server an attempt ended, in the order in which they come. */
export type SmtpStep =
  | 'resolve'
  | 'connect'
  | 'tls'
  | 'greeting'
  | 'sign_in'
  /** MAIL FROM: the server hears who sends. */
  | 'sender'
  /** RCPT TO: the server learns the recipient. */
  | 'recipient'
  /** DATA: the server is asked to listen, and the mail is on its way. */
  | 'data'
  /** The mail has been handed over up to its last dot, and the server is to answer. */
  | 'answer';

/**
 * Whose fault a refusal for good is. `address`: nobody can be reached there (a hard bounce). `sender`: us: our sign-in, our
 * domain, our reputation; it says nothing about the address. `content`: this very mail. `server`: theirs, for reasons of its own.
 */
export type Blame = 'address' | 'sender' | 'content' | 'server';

/**
 * How one attempt to hand a mail to a server ended. What may be tried again without a second copy arriving is `deferred`;
 * what may have arrived already is `in_doubt`. `response` is the server's own words or, where it said nothing, ours: at most
 * 2,000 characters without control characters other than line breaks.
 */
export type Outcome =
  /** The server took the mail: it answered it with 2xx. Some rename it: their Message-ID, without angle brackets. */
  | { outcome: 'sent'; response: string; serverMessageId: string | null }
  /** The server said no for good (5xx). `blame` says whose fault it is: only the address's makes a hard bounce. */
  | {
      outcome: 'refused';
      blame: Blame;
      step: SmtpStep;
      /** Basic code, such as 550; null when the server was not asked, because it had said before what it cannot take. */
      code: number | null;
      /** Enhanced status code (RFC 3463), such as `5.1.1`. */
      status: string | null;
      response: string;
    }
  /** The server said not now (4xx), or the connection ended before the mail could have been taken. */
  | {
      outcome: 'deferred';
      step: SmtpStep;
      code: number | null;
      status: string | null;
      response: string;
    }
  /** The mail was handed over and the answer was lost. */
  | { outcome: 'in_doubt'; step: 'answer'; response: string };
