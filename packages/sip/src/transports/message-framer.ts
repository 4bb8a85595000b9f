import { headerKey } from '../messages/header-names.ts';
import { unfold } from '../messages/parse-message.ts';
import { kindOfStartLine } from '../messages/peek-message.ts';

/** What a stream of bytes consists of. The bytes of a message are valid until the next frame is asked for. */
export type Frame =
  | { readonly kind: 'message'; readonly bytes: Buffer }
  /** Between messages: half of a ping, or a pong (RFC 5626 section 4.4.1). */
  | { readonly kind: 'line_end' };

export type FramingProblem = 'not_sip' | 'content_length' | 'too_large';

/** Where the next message begins is not known any more: the stream is of no use. */
export class FramingError extends Error {
  override readonly name = 'FramingError';
  readonly problem: FramingProblem;

  constructor(problem: FramingProblem) {
    super(PROBLEMS[problem]);
    this.problem = problem;
  }
}

const PROBLEMS: Readonly<Record<FramingProblem, string>> = {
  not_sip: 'what the peer sent is not SIP',
  content_length: 'the peer sent a message without a valid Content-Length (RFC 3261 section 18.3)',
  too_large: 'the peer sent a message that is too large',
};

/** As large as a datagram can be. */
export const MAX_FRAMED_BYTES = 65_535;
const LEAST_CAPACITY_BYTES = 2048;

const CR = 0x0d;
const LF = 0x0a;
const HEAD_END = Buffer.from('\r\n\r\n');
/** What a method or `SIP/2.0` begins with. */
const FIRST_CHARACTER = /[A-Za-z0-9\-.!%*_+`'~]/;
const NOTHING = Buffer.alloc(0);

/**
 * Cuts a stream into messages (RFC 3261 section 18.3): each head says in Content-Length how long its body is. However the bytes
 * are split, the messages are the same. Holds one incomplete message at most, and looks at each byte once.
 */
export class MessageFramer {
  #held = NOTHING; // larger than what is in it, so that single bytes do not copy it each time
  #heldBytes = 0;
  #searchedBytes = 0; // of the incomplete message, that hold no end of its head
  #messageBytes: number | null = null; // of the incomplete message, once its head is there

  /** Whether a message has begun and is not complete. */
  get isWithinMessage(): boolean {
    return this.#heldBytes > 0;
  }

  /** @throws FramingError; what was framed before it has been handed out. */
  *push(chunk: Buffer): Generator<Frame, void, void> {
    const bytes = this.#join(chunk);
    let position = 0;
    for (;;) {
      if (bytes[position] === CR && bytes[position + 1] === LF) {
        position += 2;
        // RFC 3261 section 7.5: line ends before a message are no part of it.
        yield { kind: 'line_end' };
        continue;
      }
      const length = this.#lengthOfMessage(bytes, position);
      if (length === null || position + length > bytes.length) break;
      this.#startOver();
      yield { kind: 'message', bytes: bytes.subarray(position, position + length) };
      position += length;
    }
    this.#hold(bytes, position);
  }

  /** Null while it is not known. */
  #lengthOfMessage(bytes: Buffer, start: number): number | null {
    if (start >= bytes.length || (bytes[start] === CR && start + 1 === bytes.length)) return null;
    if (this.#messageBytes !== null) return this.#messageBytes;
    if (!FIRST_CHARACTER.test(String.fromCharCode(bytes[start]!))) throw new FramingError('not_sip');
    const overlap = HEAD_END.length - 1;
    const headEnd = bytes.indexOf(HEAD_END, start + Math.max(this.#searchedBytes - overlap, 0));
    if (headEnd < 0) {
      this.#searchedBytes = bytes.length - start;
      if (this.#searchedBytes > MAX_FRAMED_BYTES) throw new FramingError('too_large');
      return null;
    }
    const length = headEnd - start + HEAD_END.length + contentLength(bytes.toString('latin1', start, headEnd));
    if (length > MAX_FRAMED_BYTES) throw new FramingError('too_large');
    this.#messageBytes = length;
    return length;
  }

  #startOver(): void {
    this.#searchedBytes = 0;
    this.#messageBytes = null;
  }

  #join(chunk: Buffer): Buffer {
    if (this.#heldBytes === 0) return chunk;
    const bytes = this.#heldBytes + chunk.length;
    if (bytes > this.#held.length) this.#grow(Math.max(bytes, this.#held.length * 2));
    chunk.copy(this.#held, this.#heldBytes);
    return this.#held.subarray(0, bytes);
  }

  /** An idle stream holds no memory. */
  #hold(bytes: Buffer, position: number): void {
    const rest = bytes.subarray(position);
    this.#heldBytes = rest.length;
    if (rest.length === 0) {
      this.#held = NOTHING;
      return;
    }
    const isInPlace = bytes.buffer === this.#held.buffer && position === 0;
    if (isInPlace) return;
    const held = Buffer.allocUnsafeSlow(Math.max(rest.length, LEAST_CAPACITY_BYTES));
    rest.copy(held);
    this.#held = held;
  }

  #grow(capacityBytes: number): void {
    const held = Buffer.allocUnsafeSlow(capacityBytes);
    this.#held.copy(held, 0, 0, this.#heldBytes);
    this.#held = held;
  }
}

/** Two that differ would let two readers see different messages. @throws FramingError */
function contentLength(head: string): number {
  const [startLine = '', ...lines] = unfold(head);
  if (kindOfStartLine(startLine) === null) throw new FramingError('not_sip');
  const values = new Set<string>();
  for (const line of lines) {
    const colon = line.indexOf(':');
    if (colon < 0 || headerKey(line.slice(0, colon).trimEnd()) !== 'content-length') continue;
    values.add(line.slice(colon + 1).trim());
  }
  const [value = ''] = values;
  if (values.size !== 1 || !/^[0-9]{1,9}$/.test(value)) throw new FramingError('content_length');
  return Number(value);
}
