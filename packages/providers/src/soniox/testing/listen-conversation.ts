import type { WebSocket } from 'ws';
import type { HeardSpeech } from '../../testing/conformance/speech-to-text-fixture.ts';
import { bytesPerMs } from '../../testing/wire-format.ts';

const FORMATS = ['mulaw', 'alaw', 'pcm_s16le', 'auto'];

export interface Configuration {
  model?: string;
  audio_format?: string;
  sample_rate?: number;
  num_channels?: number;
  language_hints?: string[];
  enable_language_identification?: boolean;
  enable_endpoint_detection?: boolean;
  context?: { terms?: string[] };
}

/** https://soniox.com/docs/api-reference/stt/websocket-api */
export class ListenConversation {
  configuration: Configuration | null = null;
  heardMs = 0;
  messages = 0;
  /** Silence that each `finalize` said that it came behind. */
  readonly finalized: (number | undefined)[] = [];
  readonly #socket: WebSocket;
  readonly #send: (message: object) => void;

  constructor(socket: WebSocket, send: (message: object) => void) {
    this.#socket = socket;
    this.#send = send;
  }

  get finalizes(): number {
    return this.finalized.length;
  }

  hear(speech: HeardSpeech, language?: string): void {
    this.result([], tokensOf(speech, { language, isFinal: false }));
  }

  settle(speech: HeardSpeech): void {
    this.result([...tokensOf(speech, { isFinal: true }), marker('<fin>')], []);
  }

  /** By the model's own judgement. */
  end(speech: HeardSpeech, language?: string): void {
    this.result([...tokensOf(speech, { language, isFinal: true }), marker('<end>')], []);
  }

  /** Final tokens come once, and before all that may still change. */
  result(final: object[], changing: object[]): void {
    this.#send({
      tokens: [...final, ...changing],
      final_audio_proc_ms: final.length > 0 ? this.heardMs : 0,
      total_audio_proc_ms: this.heardMs,
    });
  }

  fail(code: number, message: string): void {
    this.#send({ tokens: [], error_code: code, error_message: message });
    this.#socket.close(1000);
  }

  received(bytes: Buffer, isBinary: boolean): void {
    this.messages += 1;
    if (isBinary) this.#hearAudio(bytes.length);
    else if (!this.configuration) this.#configure(JSON.parse(bytes.toString('utf8')) as Configuration);
    else this.#obey(JSON.parse(bytes.toString('utf8')) as { type: string; trailing_silence_ms?: number });
  }

  #configure(configuration: Configuration): void {
    this.configuration = configuration;
    const { model = '', audio_format: format = '', sample_rate: rate, num_channels: channels } = configuration;
    if (!model.startsWith('stt-rt-')) this.fail(400, 'Invalid model specified.');
    else if (!FORMATS.includes(format)) this.fail(400, 'Invalid audio_format.');
    else if (format !== 'auto' && !(rate && channels)) this.fail(400, 'sample_rate and num_channels are required.');
  }

  #hearAudio(bytes: number): void {
    const { audio_format: format = '', sample_rate: rate = 0 } = this.configuration ?? {};
    if (this.configuration) this.heardMs += bytes / bytesPerMs(format, rate);
    else this.fail(400, 'Start request is invalid.');
  }

  #obey({ type, trailing_silence_ms: silenceMs }: { type: string; trailing_silence_ms?: number }): void {
    if (type === 'finalize') this.finalized.push(silenceMs);
    else if (type !== 'keepalive') this.fail(400, `Control request invalid type: ${type}.`);
  }
}

export const marker = (text: '<end>' | '<fin>'): object => ({ text, confidence: 1, is_final: true });

/** Words in two parts each, as the model has them, which share the time; a space is before its word. */
export function tokensOf(
  { text, startMs, endMs }: HeardSpeech,
  { isFinal, language }: { isFinal: boolean; language?: string | undefined },
): object[] {
  const parts = text
    .split(' ')
    .flatMap((word, index) => {
      const characters = [...word];
      const half = Math.ceil(characters.length / 2);
      const head = (index > 0 ? ' ' : '') + characters.slice(0, half).join('');
      return [head, characters.slice(half).join('')];
    })
    .filter((part) => part.trim() !== '');
  const eachMs = (endMs - startMs) / Math.max(1, parts.length);
  return parts.map((part, index) => ({
    text: part,
    start_ms: startMs + index * eachMs,
    end_ms: startMs + (index + 1) * eachMs,
    confidence: 0.9,
    is_final: isFinal,
    ...(language !== undefined && { language }),
  }));
}
