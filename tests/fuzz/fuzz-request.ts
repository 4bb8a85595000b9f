/** Whose key a request carries: one that may do everything, one that may only read calls, an unknown one, or none. */
export type KeyKind = 'full' | 'restricted' | 'wrong' | 'none';

/** What the answer must be, beyond being an answer that the interface can give. */
export type Expectation =
  | { kind: 'any' }
  /** The request has the right shape, so that 400, 401 and 403 would be wrong. */
  | { kind: 'accepted' }
  /** `param`: exactly this one; left out: any, or none. */
  | { kind: 'refused'; status: 400 | 401 | 403 | 404; param?: string };

/** A request that an HTTP client can send. */
export interface HttpRequest {
  form: 'http';
  /** What is tried here, for a person who reads about a failure. */
  intent: string;
  method: string;
  /** From `/v1` on, as it is in the request line. */
  target: string;
  headers: Record<string, string | string[]>;
  key: KeyKind;
  body: Buffer | null;
  expectation: Expectation;
}

/** Bytes on a connection of their own. */
export interface RawRequest {
  form: 'raw';
  intent: string;
  bytes: Buffer;
  /** Where the bytes are cut into single writes, as parts of the whole: 0 to 1. */
  cuts: number[];
  /** Answers to wait for before saying that nothing more comes. */
  answers: number;
}

export type FuzzRequest = HttpRequest | RawRequest;

const LONGEST_SHOWN = 3000;

/** The request as a person, or a program, can send it again: bytes in latin1, so that each character is a byte. */
export function describeRequest(request: FuzzRequest): string {
  const shown =
    request.form === 'raw'
      ? { ...request, bytes: request.bytes.toString('latin1') }
      : { ...request, body: request.body?.toString('latin1') ?? null };
  return JSON.stringify(shown, (_, value) => (typeof value === 'string' ? shortened(value) : value), 1);
}

function shortened(text: string): string {
  if (text.length <= LONGEST_SHOWN) return text;
  const half = LONGEST_SHOWN / 2;
  return `${text.slice(0, half)}…${text.length - LONGEST_SHOWN} more…${text.slice(-half)}`;
}
