import { setTimeout } from 'node:timers/promises';

/** Requests at once, and milliseconds between two of one visitor: a crash is looked for here, and no flood. */
const CROWD = 3;
const BETWEEN = 150;

/** Requests for a magnet that one network may make of a process, with a margin. */
const MOST_REQUESTS = 200;

/** Opens of one email that are written down within a minute, with a margin. */
const MOST_OPENS = 80;

const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/140 Safari/537.36';

/** People who ask for a magnet, open its email and click, and remember what they were answered. */
export interface Visitors {
  /** Addresses whose request was answered. */
  asked: Set<string>;
  /** Answered visits, by kind and token. */
  answered: Map<string, number>;
  visits(): number;
  /** An email's token, to be opened and clicked from now on. */
  knows(token: string): void;
  /** Goes on, with a server at this origin. */
  visit(origin: string): void;
  /** Resolves when nobody waits for an answer any more. */
  pause(): Promise<void>;
  /** Does something, once, when so many more were answered. */
  after(count: number, act: () => void): void;
}

export function startVisitors(page: string): Visitors {
  const asked = new Set<string>();
  const answered = new Map<string, number>();
  const tokens = new Set<string>();
  let going = new AbortController();
  let crowd: Promise<void>[] = [];
  let [requests, visits, nth] = [0, 0, 0];
  let waiting: { left: number; act: () => void } | undefined;

  function count(): void {
    if (waiting === undefined || --waiting.left > 0) return;
    const { act } = waiting;
    waiting = undefined;
    act();
  }

  async function ask(at: string): Promise<void> {
    requests += 1;
    const html = await (await fetch(at + page)).text();
    const [, form = ''] = /name="form" value="([^"]*)"/.exec(html) ?? [];
    const email = `person${(nth += 1)}@people.example`;
    const { status } = await fetch(at + page, { method: 'POST', body: new URLSearchParams({ form, email }) });
    if (status !== 200) return;
    asked.add(email);
    count();
  }

  async function visit(at: string, token: string, kind: 'open' | 'click'): Promise<void> {
    const path = kind === 'open' ? `/o/${token}.gif` : `/l/${token}.0`;
    const { status } = await fetch(at + path, { redirect: 'manual', headers: { 'user-agent': BROWSER } });
    if (status !== (kind === 'open' ? 200 : 302)) return;
    answered.set(`${kind} ${token}`, (answered.get(`${kind} ${token}`) ?? 0) + 1);
    visits += 1;
    count();
  }

  async function goOn(at: string, { signal }: AbortController): Promise<void> {
    while (!signal.aborted) {
      const some = [...tokens].slice(-20);
      const token = some[Math.floor(Math.random() * some.length)];
      const kind = Math.random() < 0.5 ? 'open' : 'click';
      try {
        if (requests < MOST_REQUESTS && (token === undefined || Math.random() < 0.3)) await ask(at);
        else if (token !== undefined && (answered.get(`${kind} ${token}`) ?? 0) < MOST_OPENS)
          await visit(at, token, kind);
      } catch {
        // The server died before it answered.
      }
      await setTimeout(BETWEEN);
    }
  }

  return {
    asked,
    answered,
    visits: () => visits,
    knows: (token) => void tokens.add(token),
    visit: (at) => {
      going = new AbortController();
      requests = 0;
      crowd = Array.from({ length: CROWD }, () => goOn(at, going));
    },
    pause: async () => {
      going.abort();
      await Promise.all(crowd);
    },
    after: (left, act) => void (waiting = { left, act }),
  };
}
