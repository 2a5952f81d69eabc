import type { Request } from 'express';

import { type Account, authenticateKey, type Db, forAccount, type Key } from '@lodestone/core';

import { readSession } from './session.ts';
import { ApiError } from './errors.ts';
import type { ErrorCode } from './generated/contract.ts';
import { refuseOtherOrigins } from './same-origin.ts';

/** The caller, and the door to their account. */
export interface Caller {
  account: Account;
  /** Null when a signed-in browser session asks, which may do everything its account can. */
  key: Key | null;
}

const BEARER = /^bearer +(\S+) *$/i;

/**
 * Finds out who is calling, by the API key or else by the session's cookie. A request that carries an Authorization header is
 * judged by that alone: a key that fails never falls back to a session.
 * @throws ApiError `unauthorized`, `invalid_key`, `expired_key`, `revoked_key`
 */
export async function authenticate(db: Db, clock: () => Date, request: Request): Promise<Caller> {
  const header = authorizationOf(request);
  return header === undefined ? bySession(db, clock, request) : byKey(db, clock, header);
}

async function byKey(db: Db, clock: () => Date, header: string): Promise<Caller> {
  const token = BEARER.exec(header)?.[1];
  if (token === undefined) {
    throw refusal(
      'unauthorized',
      "The Authorization header must be 'Bearer lodestone_live_…', that is, an API key.",
    );
  }
  const found = await authenticateKey(db, token);
  switch (found.state) {
    case 'valid':
      return {
        account: forAccount(db, found.account_id, { kind: 'key', id: found.key.id }, clock),
        key: found.key,
      };
    case 'revoked':
      throw refusal('revoked_key', 'This API key was revoked. Create a new one under Settings, Developers.');
    case 'expired':
      throw refusal('expired_key', 'This API key has expired. Create a new one under Settings, Developers.');
    case 'unknown':
      throw refusal(
        'invalid_key',
        'This API key does not exist. A key is lodestone_live_ followed by 43 characters.',
      );
  }
}

async function bySession(db: Db, clock: () => Date, request: Request): Promise<Caller> {
  const session = await readSession(db, request);
  if (session === null) {
    throw refusal(
      'unauthorized',
      "No credential was sent. Send an API key as 'Authorization: Bearer lodestone_live_…'.",
    );
  }
  refuseOtherOrigins(request);
  return {
    account: forAccount(db, session.account_id, { kind: 'user', id: session.user_id }, clock),
    key: null,
  };
}

/** Node keeps the first of several Authorization headers without a word; which one was meant cannot be known. */
function authorizationOf(request: Request): string | undefined {
  const { rawHeaders } = request;
  let sent = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    if (rawHeaders[at]?.length === 13 && rawHeaders[at]?.toLowerCase() === 'authorization') sent++;
  }
  if (sent > 1) throw refusal('unauthorized', 'Send one Authorization header; got several.');
  return request.headers.authorization;
}

/** RFC 6750, section 3: the challenge names an error only when a token was sent. */
function refusal(code: ErrorCode, message: string): ApiError {
  const challenge = code === 'unauthorized' ? 'Bearer' : 'Bearer error="invalid_token"';
  return new ApiError(code, message, { headers: { 'WWW-Authenticate': challenge } });
}
