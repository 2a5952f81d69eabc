import {
  type Envelope,
  openSmtp,
  type Outcome,
  parseSmtpUrl,
  TIMEOUTS,
  type Timeouts,
  type Smtp,
} from '@lodestone/mail';

/** The connections to mail servers that are open. */
export interface Connections {
  /** Hands an email over by one of a few connections to its server. */
  send(url: string, envelope: Envelope, raw: Uint8Array, signal?: AbortSignal): Promise<Outcome>;
  close(): Promise<void>;
}

/** Seconds. All of an attempt, and settling it, fits into a claim's lease. */
const STEP_TIMEOUTS: Timeouts = { ...TIMEOUTS, data: 35, total: 45 };

/** @param each connections to one server as one user */
export function openConnections({ each = 6, timeouts = STEP_TIMEOUTS } = {}): Connections {
  const servers = new Map<string, { smtp: Smtp; busy: number }[]>();

  function leastBusy(url: string): { smtp: Smtp; busy: number } {
    const lines = servers.get(url) ?? [];
    servers.set(url, lines);
    const [idlest] = lines.toSorted((one, other) => one.busy - other.busy);
    if (idlest && (idlest.busy === 0 || lines.length >= each)) return idlest;
    const line = { smtp: openSmtp(parseSmtpUrl(url), { timeouts }), busy: 0 };
    lines.push(line);
    return line;
  }

  return {
    send: async (url, envelope, raw, signal) => {
      const line = leastBusy(url);
      line.busy += 1;
      try {
        return await line.smtp.send(envelope, raw, signal);
      } finally {
        line.busy -= 1;
      }
    },
    close: async () => {
      await Promise.all([...servers.values()].flat().map(({ smtp }) => smtp.close()));
      servers.clear();
    },
  };
}

let shared: Connections | undefined;
let sharing = 0;

/**
 * This process's connections, of all jobs that send: a mail server sees as many of them as `each`, whoever sends. They stay open from
 * one turn to the next, and close by themselves when nothing is sent. Who shared them last closes them.
 */
export function shareConnections(): Connections {
  const connections = (shared ??= openConnections());
  sharing += 1;
  return {
    send: connections.send,
    close: async () => {
      sharing -= 1;
      if (sharing > 0) return;
      shared = undefined;
      await connections.close();
    },
  };
}
