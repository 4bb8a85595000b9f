import type { WebSocket } from 'ws';
import type { HeardSpeech } from '../../testing/conformance/speech-to-text-fixture.ts';
import { bytesPerMs } from '../../testing/wire-format.ts';

const MIN_PIECE_MS = 50;
const MAX_PIECE_MS = 1000;

interface TurnFields {
  order: number;
  isEnd: boolean;
  utterance?: string;
  isFormatted?: boolean;
  languageCode?: string;
}

/** https://www.assemblyai.com/docs/streaming/message-sequence */
export class UniversalConversation {
  heardMs = 0;
  messages = 0;
  isTerminated = false;
  /** Where each `ForceEndpoint` came. */
  readonly #forcedMs: number[] = [];
  readonly #socket: WebSocket;
  readonly #send: (message: object) => void;
  readonly #bytesPerMs: number;
  #order = 0;

  constructor(socket: WebSocket, query: URLSearchParams, send: (message: object) => void) {
    this.#socket = socket;
    this.#bytesPerMs = bytesPerMs(query.get('encoding') ?? '', Number(query.get('sample_rate')));
    this.#send = send;
    this.#send({ type: 'Begin', id: 'de5d9927-73a6-4be8-b52d-b4c07be37e6b', expires_at: 1_759_796_682 });
  }

  get finalizes(): number {
    return this.#forcedMs.length;
  }

  hear(speech: HeardSpeech): void {
    this.turn(speech, { order: this.#orderAt(speech.startMs), isEnd: false });
  }

  settle(speech: HeardSpeech): void {
    this.turn(speech, { order: this.#order, isEnd: true });
    this.#order += 1;
  }

  /** All words share the time; the last one may still change while the turn goes on. */
  turn({ text, startMs, endMs }: HeardSpeech, { order, isEnd, ...fields }: TurnFields): void {
    const texts = text.split(' ').filter((word) => word !== '');
    const eachMs = (endMs - startMs) / Math.max(1, texts.length);
    const words = texts.map((word, index) => ({
      text: word,
      start: startMs + index * eachMs,
      end: startMs + (index + 1) * eachMs,
      confidence: 0.9,
      word_is_final: isEnd || index < texts.length - 1,
    }));
    const final = words.filter((word) => word.word_is_final).map((word) => word.text);
    this.#send({
      type: 'Turn',
      turn_order: order,
      turn_is_formatted: fields.isFormatted ?? false,
      end_of_turn: isEnd,
      transcript: final.join(' '),
      utterance: fields.utterance ?? '',
      end_of_turn_confidence: isEnd ? 0.9 : 0.1,
      words,
      ...(fields.languageCode !== undefined && { language_code: fields.languageCode }),
    });
  }

  fail(code: number, error: string): void {
    this.#send({ type: 'Error', error_code: code, error });
    this.#socket.close(code, error);
  }

  /** Without a word of why. */
  end(code: number, reason: string): void {
    this.#socket.close(code, reason);
  }

  received(bytes: Buffer, isBinary: boolean): void {
    this.messages += 1;
    if (isBinary) this.#hearAudio(bytes.length / this.#bytesPerMs);
    else this.#obey((JSON.parse(bytes.toString('utf8')) as { type: string }).type);
  }

  #hearAudio(durationMs: number): void {
    this.heardMs += durationMs;
    if (durationMs < MIN_PIECE_MS || durationMs > MAX_PIECE_MS)
      this.fail(3007, `Input Duration Violation: ${durationMs} ms. Expected between 50 and 1000 ms`);
  }

  #obey(type: string): void {
    if (type === 'ForceEndpoint') this.#forcedMs.push(this.heardMs);
    else if (type === 'Terminate') {
      this.isTerminated = true;
      this.#send({ type: 'Termination', audio_duration_seconds: this.heardMs / 1000, session_duration_seconds: 1 });
    } else if (type !== 'KeepAlive' && type !== 'UpdateConfiguration') this.fail(3006, `Invalid Message Type: ${type}`);
  }

  /** Turns end where it was asked for. */
  #orderAt(startMs: number): number {
    const ended = this.#forcedMs.slice(this.#order).filter((forcedMs) => forcedMs <= startMs).length;
    return this.#order + ended;
  }
}
