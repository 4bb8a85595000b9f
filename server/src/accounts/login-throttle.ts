import { RequestError } from '../kernel/request-error.ts';
import { FailureLog } from './failure-log.ts';

const WINDOW_S = 15 * 60;
/** From one network, whatever the names: people share one, and mistype. */
const OF_CLIENT = 30;
/** For one name, from wherever: a botnet has many networks. */
const OF_NAME = 10;
/** For one name from a browser that it has signed in with before. */
const OF_DEVICE = 10;

export interface LoginAttempt {
  /** What signs in: an e-mail address, in lower case. */
  name: string;
  /** The network it comes from. */
  client: string;
  /** A browser that this name has signed in with before; null for a stranger. */
  device: string | null;
}

/**
 * How often somebody may be wrong. A browser that has signed in before is counted by itself (OWASP's device cookies), so
 * that whoever guesses at a name, or in the same network, locks strangers out and not the person.
 */
export class LoginThrottle {
  readonly #clients: FailureLog;
  readonly #names: FailureLog;
  readonly #devices: FailureLog;

  constructor(clockMs: () => number = () => performance.now()) {
    this.#clients = new FailureLog({ limit: OF_CLIENT, windowS: WINDOW_S }, clockMs);
    this.#names = new FailureLog({ limit: OF_NAME, windowS: WINDOW_S }, clockMs);
    this.#devices = new FailureLog({ limit: OF_DEVICE, windowS: WINDOW_S }, clockMs);
  }

  /** Counts an attempt, or throws 429. Returns what to do when it was no failure. */
  begin({ name, client, device }: LoginAttempt): { forgive(): void } {
    const logs: [FailureLog, string][] =
      device === null
        ? [
            [this.#clients, client],
            [this.#names, name],
          ]
        : [[this.#devices, `${name} ${device}`]];
    const waitS = Math.max(...logs.map(([log, key]) => log.waitS(key)));
    if (waitS > 0) {
      // The same words whoever it was: a name is not told by what is said of it.
      const message = `Too many attempts to sign in have failed. Try again in ${waitS} s.`;
      throw new RequestError('rate_limited', message, { retryAfterS: waitS });
    }
    const takeBack = logs.map(([log, key]) => log.count(key));
    return {
      forgive() {
        for (const undo of takeBack) undo();
      },
    };
  }
}
