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
  /** The id of a browser that this user has signed in with before; otherwise null. */
  device: string | null;
}

/**
 * How many sign-ins may fail. A browser that has signed in before is counted separately (OWASP's device cookies), so
 * that an attacker who guesses at a name, or shares its network, locks out only unknown browsers.
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
      // The same message for every name: it must not reveal whether the account exists.
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
