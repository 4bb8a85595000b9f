import { isDeepStrictEqual } from 'node:util';
import { audioPieces, widePieces } from '../../testing/clause-audio.ts';

const BYTES_PER_SECOND = 8000;

export interface GenerationRequest {
  model_id: string;
  transcript: string;
  voice: { mode: string; id: string };
  language?: string;
  output_format: { container: string; encoding: string; sample_rate: number };
  context_id: string;
  continue?: boolean;
  flush?: boolean;
  add_timestamps?: boolean;
  [field: string]: unknown;
}

interface Context {
  /** Must be the same in every request of the context. */
  fields: object;
  text: string;
  flushes: number;
  /** What is still to be sent. */
  pending: object[];
  isHeld: boolean;
}

/** https://docs.cartesia.ai/api-reference/tts/websocket */
export class SonicConversation {
  readonly #send: (message: object) => void;
  /** Called with every clause; whether it is to be held. */
  readonly #onClause: (text: string) => boolean;
  readonly #contexts = new Map<string, Context>();
  readonly requests: GenerationRequest[] = [];
  cancelled = 0;

  constructor(send: (message: object) => void, onClause: (text: string) => boolean) {
    this.#send = send;
    this.#onClause = onClause;
  }

  release(): void {
    for (const [id, context] of this.#contexts) {
      context.isHeld = false;
      this.#speak(id, context);
    }
  }

  /** Fails the newest context, or the connection. */
  fail(error: { status_code: number; title: string; message: string }, isOfContext: boolean): void {
    const id = [...this.#contexts.keys()].at(-1) ?? '';
    this.#send({ type: 'error', done: true, error_code: 'failed', ...error, ...(isOfContext && { context_id: id }) });
    this.#contexts.delete(id);
  }

  received(bytes: Buffer): void {
    const message = JSON.parse(bytes.toString('utf8')) as GenerationRequest & { cancel?: boolean };
    if (message.cancel) this.#cancel(message.context_id);
    else this.#generate(message);
  }

  #generate(request: GenerationRequest): void {
    this.requests.push(request);
    if (this.requests.length > 100) this.requests.shift();
    const { transcript, context_id: id, continue: goesOn = false, flush = false, ...fields } = request;
    const context = this.#contexts.get(id) ?? { fields, text: '', flushes: 0, pending: [], isHeld: false };
    if (!isDeepStrictEqual(context.fields, fields)) {
      const error = { status_code: 400, title: 'Invalid request', message: 'fields changed within the context' };
      this.#send({ type: 'error', done: true, ...error, context_id: id });
      return;
    }
    this.#contexts.set(id, context);
    context.text += transcript;
    if (goesOn && !flush) return;
    this.#say(context, request);
    const flushId = context.flushes;
    context.pending.push(
      goesOn ? { type: 'flush_done', done: false, flush_done: true, flush_id: flushId } : { type: 'done', done: true },
    );
    this.#speak(id, context);
  }

  #say(context: Context, { add_timestamps: hasTimes = false, output_format: format }: GenerationRequest): void {
    const { text } = context;
    context.text = '';
    context.flushes += 1;
    if (text.trim() === '') return;
    context.isHeld = this.#onClause(text);
    const fields = { done: false, flush_id: context.flushes };
    const isWide = format.encoding === 'pcm_s16le' && format.sample_rate === 16_000;
    const pieces = isWide ? widePieces(text) : audioPieces(text);
    const chunks = pieces.map((piece) => ({ type: 'chunk', data: piece.toString('base64'), step_time: 12, ...fields }));
    context.pending.push(...chunks);
    if (hasTimes)
      context.pending.push({
        type: 'timestamps',
        word_timestamps: timesOf(text, pieces, isWide ? 4 * BYTES_PER_SECOND : BYTES_PER_SECOND),
        ...fields,
      });
    if (context.isHeld) context.pending.unshift({ type: 'held' });
  }

  #speak(id: string, context: Context): void {
    if (context.isHeld && (context.pending[0] as { type?: string })?.type === 'held') {
      context.pending.shift();
      this.#send({ ...context.pending.shift(), status_code: 206, context_id: id });
    }
    if (context.isHeld) return;
    for (const message of context.pending.splice(0)) {
      this.#send({ ...message, status_code: 206, context_id: id });
      if ('done' in message && message.done) this.#contexts.delete(id);
    }
  }

  /** What is on its way comes all the same. */
  #cancel(id: string): void {
    this.cancelled += 1;
    const context = this.#contexts.get(id);
    if (!context) return;
    this.#contexts.delete(id);
    const [next] = context.pending;
    if (next) this.#send({ ...next, status_code: 206, context_id: id });
    this.#send({ type: 'done', done: true, status_code: 206, context_id: id });
  }
}

/** Words share the time of the audio, in seconds. */
function timesOf(
  text: string,
  pieces: Buffer[],
  bytesPerSecond: number,
): { words: string[]; start: number[]; end: number[] } {
  const words = text.trim().split(/\s+/);
  const each = Buffer.concat(pieces).length / bytesPerSecond / words.length;
  return { words, start: words.map((_, index) => index * each), end: words.map((_, index) => (index + 1) * each) };
}
