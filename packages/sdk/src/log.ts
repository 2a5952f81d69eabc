import type { LogLevel, Settings } from './options.ts';

const levels: readonly LogLevel[] = ['debug', 'info', 'warn', 'error'];
const secretHeader = /auth|cookie|key|secret|token/i;
const secretText = /(live_)[\w-]{20,}/g;

/** Logs a line when the settings ask for its level. `headers` among the details are redacted, and keys in the message. */
export function log(
  { logger, logLevel }: Settings,
  level: LogLevel,
  message: string,
  details: Record<string, unknown> & { headers?: Headers },
): void {
  if (!logger || levels.indexOf(level) < levels.indexOf(logLevel)) return;
  const headers = [...(details.headers ?? [])].map(([name, value]) => [
    name,
    secretHeader.test(name) ? '[redacted]' : value,
  ]);
  logger[level](message.replace(secretText, '$1[redacted]'), {
    ...details,
    headers: Object.fromEntries(headers),
  });
}
