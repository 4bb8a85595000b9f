import type { WebSocket } from 'ws';
import type { HeardSpeech } from '../../testing/conformance/speech-to-text-fixture.ts';
import { bytesPerMs } from '../../testing/wire-format.ts';

const MIN_COMMIT_MS = 300;
/** The vendor does not say how long it waits. */
export const SCRIBE_IDLE_LIMIT_MS = 20_000;

interface ClientMessage {
  message_type: string;
  audio_base_64: string;
  commit: boolean;
  sample_rate: number;
}

/** https://elevenlabs.io/docs/api-reference/speech-to-text/v-1-speech-to-text-realtime */
export class ScribeConversation {
  heardMs = 0;
  finalizes = 0;
  messages = 0;
  /** Sent with the words of a commit. */
  language = 'en';
  readonly #socket: WebSocket;
  readonly #send: (message: object) => void;
  readonly #query: URLSearchParams;
  readonly #rateHz: number;
  readonly #bytesPerMs: number;
  #uncommittedMs = 0;
  #idleTimer: NodeJS.Timeout | null = null;

  constructor({ socket, url }: { socket: WebSocket; url: URL }, send: (message: object) => void) {
    this.#socket = socket;
    this.#send = send;
    this.#query = url.searchParams;
    // `ulaw_8000`, `pcm_16000`
    const [encoding = '', rate] = (this.#query.get('audio_format') ?? '').split('_');
    this.#rateHz = Number(rate);
    this.#bytesPerMs = bytesPerMs(encoding, this.#rateHz);
    const config = {
      sample_rate: this.#rateHz,
      audio_format: this.#query.get('audio_format'),
      model_id: this.#query.get('model_id'),
    };
    this.#send({ message_type: 'session_started', session_id: '0b0a72b57fd743ecbed6555d44836cf2', config });
    socket.on('close', () => clearTimeout(this.#idleTimer ?? undefined));
    this.#awaitMessage();
  }

  hear({ text }: HeardSpeech): void {
    this.#send({ message_type: 'partial_transcript', text });
  }

  /** Both messages come for each commit; words have spaces between them. */
  settle({ text, startMs, endMs }: HeardSpeech): void {
    this.#send({ message_type: 'committed_transcript', text });
    if (this.#query.get('include_timestamps') !== 'true') return;
    const parts = text.split(/( )/).filter((part) => part !== '');
    const eachMs = (endMs - startMs) / Math.max(1, parts.length);
    const words = parts.map((part, index) => ({
      text: part,
      start: (startMs + index * eachMs) / 1000,
      end: (startMs + (index + 1) * eachMs) / 1000,
      type: part === ' ' ? 'spacing' : 'word',
      logprob: -0.1,
    }));
    const detects = this.#query.get('include_language_detection') === 'true';
    const languageCode = detects ? this.language : this.#query.get('language_code');
    this.#send({ message_type: 'committed_transcript_with_timestamps', text, language_code: languageCode, words });
  }

  /** A commit whose words do not come. */
  settleWithoutWords(text: string): void {
    this.#send({ message_type: 'committed_transcript', text });
  }

  fail(type: string, error: string): void {
    this.#send({ message_type: type, error });
    this.#socket.close(1008, type);
  }

  received(bytes: Buffer, isBinary: boolean): void {
    this.#awaitMessage();
    this.messages += 1;
    const message = isBinary ? null : (JSON.parse(bytes.toString('utf8')) as ClientMessage);
    if (message?.message_type !== 'input_audio_chunk' || message.sample_rate !== this.#rateHz) {
      this.fail('input_error', `expected an audio chunk of ${this.#rateHz} Hz`);
      return;
    }
    const audioMs = Buffer.from(message.audio_base_64, 'base64').length / this.#bytesPerMs;
    this.heardMs += audioMs;
    this.#uncommittedMs += audioMs;
    if (message.commit) this.#commit();
  }

  #commit(): void {
    if (this.#uncommittedMs < MIN_COMMIT_MS) {
      this.throttle();
      return;
    }
    this.#uncommittedMs = 0;
    this.finalizes += 1;
  }

  /** Refuses the newest commit. */
  throttle(): void {
    const seconds = (this.#uncommittedMs / 1000).toFixed(2);
    const error = `Commit request ignored: only ${seconds}s of uncommitted audio.`;
    this.#send({ message_type: 'commit_throttled', error });
  }

  #awaitMessage(): void {
    clearTimeout(this.#idleTimer ?? undefined);
    this.#idleTimer = setTimeout(() => this.#socket.close(1008, 'idle'), SCRIBE_IDLE_LIMIT_MS);
  }
}
