import { type Argon2Parameters, argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { Lane } from '../kernel/lane.ts';
import { RequestError } from '../kernel/request-error.ts';

const derive = promisify(argon2) as (algorithm: 'argon2id', parameters: Argon2Parameters) => Promise<Buffer>;

/** OWASP's Password Storage Cheat Sheet: 19 MiB, two passes, one lane. About 60 ms in libuv's threads. */
const MEMORY_KIB = 19 * 1024;
const PASSES = 2;
const SALT_BYTES = 16;
const HASH_BYTES = 32;
/** A queue that is longer would not be over within a few seconds. */
const WAITING_AT_MOST = 50;

const base64 = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '');

/** The string format of the Password Hashing Competition, which carries its parameters along. */
const PHC = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/;

/** Whose browser asks: unknown browsers queue only behind unknown ones. */
type Waiting = 'known' | 'unknown';

/** Hashes and compares passwords, one at a time for those who are known here, and one at a time for all others. */
export class Passwords {
  readonly #lanes = { known: new Lane(1), unknown: new Lane(1) };
  readonly #waiting = { known: 0, unknown: 0 };
  /** Compared for users that there are not, so that they take as long. */
  readonly #nobodys =
    `$argon2id$v=19$m=${MEMORY_KIB},t=${PASSES},p=1$${base64(randomBytes(SALT_BYTES))}$${base64(randomBytes(HASH_BYTES))}`;

  async hash(password: string): Promise<string> {
    const salt = randomBytes(SALT_BYTES);
    const parameters = { memory: MEMORY_KIB, passes: PASSES, parallelism: 1 };
    const hash = await this.#derive('known', password, salt, { ...parameters, tagLength: HASH_BYTES });
    return `$argon2id$v=19$m=${MEMORY_KIB},t=${PASSES},p=1$${base64(salt)}$${base64(hash)}`;
  }

  /** False, after the same work, when there is nothing to compare with. */
  async matches(password: string, stored: string | null, waiting: Waiting): Promise<boolean> {
    const [, memory, passes, parallelism, salt, hash] = PHC.exec(stored ?? this.#nobodys) ?? [];
    if (salt === undefined || hash === undefined) throw new Error('a stored password is no argon2id string');
    const expected = Buffer.from(hash, 'base64');
    const given = await this.#derive(waiting, password, Buffer.from(salt, 'base64'), {
      memory: Number(memory),
      passes: Number(passes),
      parallelism: Number(parallelism),
      tagLength: expected.length,
    });
    return timingSafeEqual(given, expected) && stored !== null;
  }

  async #derive(
    waiting: Waiting,
    password: string,
    nonce: Buffer,
    cost: Pick<Argon2Parameters, 'memory' | 'passes' | 'parallelism' | 'tagLength'>,
  ): Promise<Buffer> {
    if (this.#waiting[waiting] >= WAITING_AT_MOST) {
      throw new RequestError('rate_limited', 'Too many people sign in at this moment. Try again in 5 s.', {
        retryAfterS: 5,
      });
    }
    this.#waiting[waiting] += 1;
    try {
      // The same letters, however a keyboard composes them (RFC 8265, section 4).
      const message = password.normalize('NFC');
      return await this.#lanes[waiting].run(() => derive('argon2id', { ...cost, message, nonce }));
    } finally {
      this.#waiting[waiting] -= 1;
    }
  }
}
