import { type Sealing, UnsealError } from '../../kernel/sealing.ts';

/** Below the public address of this service. */
export const WAY_PATH = '/carriers/way';
const PURPOSE = 'way to this service';
const VALID_MS = 60_000;

/** By which a node of this installation shows that what came to PUBLIC_URL has come to it: it knows the tokens of all nodes. */
export class WayProof {
  readonly #sealing: Sealing;

  constructor(sealing: Sealing) {
    this.#sealing = sealing;
  }

  /** Valid for a minute. Letters, digits, - and _ alone. */
  newToken(): string {
    return this.#sealing.seal(String(Date.now()), PURPOSE).toString('base64url');
  }

  accepts(token: string): boolean {
    try {
      const issuedMs = Number(this.#sealing.open(Buffer.from(token, 'base64url'), PURPOSE));
      return Math.abs(Date.now() - issuedMs) <= VALID_MS;
    } catch (error) {
      if (error instanceof UnsealError) return false;
      throw error;
    }
  }
}
