import { asciiDomain } from '../email-address.ts';
import { Refusal } from '../refusal.ts';

/** What a visitor types into a form. */
export interface Typed {
  email: string;
  first_name: string;
  last_name: string;
}

/** The same, as it is stored. */
export interface Visitor {
  email: string;
  first_name: string | null;
  last_name: string | null;
}

const LOCAL = /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/;
const LONGEST_EMAIL = 254;
const LONGEST_NAME = 60;

/**
 * What a visitor typed, if an email may be sent to it and begin with it. A name reaches whoever the address belongs to, so
 * that it may hold nothing which only somebody with an offer would write there.
 * @throws Refusal `invalid_parameter` with the field at fault
 */
export function visitorOf({ email, first_name, last_name }: Typed): Visitor {
  return {
    email: addressOf(email),
    first_name: nameOf('first_name', first_name),
    last_name: nameOf('last_name', last_name),
  };
}

/** An address in its one form: lower case, its domain in ASCII. @throws Refusal `invalid_parameter` */
function addressOf(typed: string): string {
  const [local = '', domain = '', ...more] = typed.trim().toLowerCase().split('@');
  const ascii = asciiDomain(domain);
  const email = `${local}@${ascii}`;
  if (
    more.length > 0 ||
    email.length > LONGEST_EMAIL ||
    local.length > 64 ||
    !LOCAL.test(local) ||
    ascii === null
  ) {
    throw new Refusal('invalid_parameter', 'Enter your email address, such as jo@example.com.', 'email');
  }
  return email;
}

function nameOf(field: 'first_name' | 'last_name', typed: string): string | null {
  const name = typed.replaceAll(/[\s\p{Cc}\p{Cf}]+/gu, ' ').trim();
  if (name === '') return null;
  // What stands for a dot in a domain, too (UTS 46).
  const looksLikeALink = /[<>@/\\{}[\]|]|www\.|:\/|[.。．｡]\p{L}{2,}/iu;
  if ([...name].length > LONGEST_NAME || looksLikeALink.test(name)) {
    throw new Refusal(
      'invalid_parameter',
      `Enter a name of up to ${LONGEST_NAME} characters, without links, or leave it blank.`,
      field,
    );
  }
  return name;
}
