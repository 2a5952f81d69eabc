/** Errors of a connection, by Node's codes. */
const SYSTEM_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
]);

/**
 * SQLSTATEs of a server that cannot take the request now: any of class 08 (connection), too many connections, a server that
 * stops or starts, an idle transaction over its time, a server turned read-only.
 */
const SQL_STATE = /^(08...|53300|57P0[1235]|25P03|25006)$/;

/** Errors that pg gives no code. */
const MESSAGES =
  /timeout exceeded when trying to connect|connection terminated|query read timeout|connection error|not queryable/i;

/** Whether an error says that the database is out of reach for now, rather than that the query was wrong. */
export function isOutage(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  // To a socket in the file system that is not there, as while PostgreSQL starts, or is not for us.
  if ('syscall' in error && error.syscall === 'connect') return true;
  if ('code' in error && typeof error.code === 'string') {
    if (SYSTEM_CODES.has(error.code) || SQL_STATE.test(error.code)) return true;
  }
  if (error instanceof AggregateError) return error.errors.some(isOutage);
  return MESSAGES.test(error.message);
}

/**
 * Whether an error says that the database ended a statement that ran too long, which is no outage: it answers, and the
 * same question will take as long again.
 */
export function isOvertime(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '57014';
}
