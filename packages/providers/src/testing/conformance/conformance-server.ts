import type { Refusal } from '../vendor-server.ts';

/** What the suites ask of every vendor's fake, whatever it speaks; `VendorServer` has all of it. */
export interface ConformanceServer {
  /** Where the adapter connects. */
  readonly baseUrl: string;
  /** The key that it takes; every other one is refused, with words that repeat it. */
  readonly apiKey: string;
  /** Connections of the adapter that are open. */
  readonly openConnections: number;
  /** Every message of text leaves in two pieces, cut within a character. */
  splitsCharacters: boolean;
  /** Refuses what the adapter asks for next; a vendor that refuses within its socket says the same there. */
  refuseNext(refusal: Refusal): void;
  /** Takes the next connection and says nothing. */
  ignoreNext(): void;
  /** Resets all connections. */
  reset(): void;
  /** Reads no more from the connections that there are. */
  stopReading(): void;
  /** Resolves as soon as it is so. */
  when(condition: () => boolean): Promise<void>;
  close(): Promise<void>;
}
