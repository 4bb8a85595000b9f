import { audioPieces, widePieces } from '../../testing/clause-audio.ts';

const BYTES_PER_SECOND = 8000;
const MAX_STREAMS = 5;

interface Stream {
  isWide: boolean;
  text: string;
  /** What is still to be sent. */
  pending: object[];
  isHeld: boolean;
  hasTimes: boolean;
}

export interface StreamRequest {
  stream_id?: string;
  model?: string;
  language?: string;
  voice?: string;
  audio_format?: string;
  sample_rate?: number;
  return_timestamps?: boolean;
  text?: string;
  text_end?: boolean;
  cancel?: boolean;
  keep_alive?: boolean;
}

/** https://soniox.com/docs/api-reference/tts/websocket-api */
export class SpeakConversation {
  readonly #send: (message: object) => void;
  /** Called with every clause; whether it is to be held. */
  readonly #onClause: (text: string) => boolean;
  readonly #streams = new Map<string, Stream>();
  readonly configurations: StreamRequest[] = [];
  cancelled = 0;
  keepAlives = 0;

  constructor(send: (message: object) => void, onClause: (text: string) => boolean) {
    this.#send = send;
    this.#onClause = onClause;
  }

  release(): void {
    for (const [id, stream] of this.#streams) {
      stream.isHeld = false;
      this.#speak(id, stream);
    }
  }

  /** Fails the newest stream, or the connection. */
  fail(code: number, message: string, isOfStream: boolean): void {
    const id = [...this.#streams.keys()].at(-1) ?? '';
    if (isOfStream) this.#failStream(id, code, message);
    else this.#send({ error_code: code, error_message: message });
  }

  received(bytes: Buffer): void {
    const request = JSON.parse(bytes.toString('utf8')) as StreamRequest;
    const id = request.stream_id;
    if (request.keep_alive) this.keepAlives += 1;
    else if (id === undefined) this.#send({ error_code: 400, error_message: 'Missing required field: stream_id' });
    else if (request.cancel) this.#cancel(id);
    else if (request.text !== undefined) this.#hearText(id, request);
    else this.#begin(id, request);
  }

  #begin(id: string, request: StreamRequest): void {
    this.configurations.push(request);
    if (this.configurations.length > 100) this.configurations.shift();
    const missing = (['model', 'language', 'voice', 'audio_format'] as const).find((field) => !request[field]);
    if (this.#streams.size >= MAX_STREAMS) this.#failStream(id, 429, 'Too many streams on this connection.');
    else if (this.#streams.has(id)) this.#failStream(id, 400, `Stream ${id} is already active`);
    else if (missing) this.#failStream(id, 400, `Missing required field: ${missing}`);
    else if (!['pcm_mulaw 8000', 'pcm_s16le 16000'].includes(`${request.audio_format} ${request.sample_rate}`))
      this.#failStream(id, 400, 'Invalid audio_format');
    else this.#streams.set(id, { text: '', pending: [], isHeld: false, ...this.#howOf(request) });
  }

  #howOf({ return_timestamps: hasTimes, sample_rate: rate }: StreamRequest): Pick<Stream, 'hasTimes' | 'isWide'> {
    return { hasTimes: hasTimes === true, isWide: rate === 16_000 };
  }

  #hearText(id: string, { text = '', text_end: isEnd }: StreamRequest): void {
    const stream = this.#streams.get(id);
    if (!stream) return;
    stream.text += text;
    if (!isEnd) return;
    stream.isHeld = this.#onClause(stream.text);
    stream.pending.push(...messagesOf(stream), { terminated: true });
    if (stream.isHeld) this.#send({ ...stream.pending.shift(), stream_id: id });
    this.#speak(id, stream);
  }

  #speak(id: string, stream: Stream): void {
    if (stream.isHeld) return;
    for (const message of stream.pending.splice(0)) {
      this.#send({ ...message, stream_id: id });
      if ('terminated' in message) this.#streams.delete(id);
    }
  }

  /** What is on its way comes all the same. */
  #cancel(id: string): void {
    this.cancelled += 1;
    const stream = this.#streams.get(id);
    if (!stream) return;
    this.#streams.delete(id);
    const [next] = stream.pending;
    if (next && 'audio' in next) this.#send({ ...next, stream_id: id });
    this.#send({ terminated: true, stream_id: id });
  }

  #failStream(id: string, code: number, message: string): void {
    this.#streams.delete(id);
    this.#send({ stream_id: id, error_code: code, error_message: message });
    this.#send({ stream_id: id, terminated: true });
  }
}

/** Characters share the time of the audio, in seconds of the stream; each piece has those that begin in it. */
function messagesOf({ text, hasTimes, isWide }: Stream): object[] {
  const pieces = isWide ? widePieces(text) : audioPieces(text);
  const bytesPerSecond = isWide ? 32_000 : BYTES_PER_SECOND;
  const characters = [...text];
  const each = Buffer.concat(pieces).length / bytesPerSecond / characters.length;
  let from = 0;
  return pieces.map((piece, index) => {
    const to = from + piece.length / bytesPerSecond;
    const inPiece = characters
      .map((character, at) => ({ character, start: at * each }))
      .filter(({ start }) => start >= from && start < to);
    from = to;
    return {
      audio: piece.toString('base64'),
      ...(index === pieces.length - 1 && { audio_end: true }),
      ...(hasTimes &&
        inPiece.length > 0 && {
          timestamps: {
            characters: inPiece.map(({ character }) => character),
            character_start_times_seconds: inPiece.map(({ start }) => start),
            character_end_times_seconds: inPiece.map(({ start }) => start + each),
          },
        }),
    };
  });
}
