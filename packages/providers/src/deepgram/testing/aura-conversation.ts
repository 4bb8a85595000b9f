import type { WebSocket } from 'ws';

/** https://developers.deepgram.com/docs/tts-ws-flush */
const MAX_FLUSHES = 20;
const FLUSH_WINDOW_MS = 60_000;
const MAX_SPEAK_CHARACTERS = 2000;
const PIECE_BYTES = 1001;

/** µ-law to linear, by the formula of ITU-T G.711. */
function linearOf(code: number): number {
  const inverted = ~code & 0xff;
  const magnitude = ((((inverted & 0x0f) << 3) + 0x84) << ((inverted >> 4) & 0x07)) - 0x84;
  return inverted & 0x80 ? -magnitude : magnitude;
}

/** `/v1/speak` (https://developers.deepgram.com/docs/streaming-text-to-speech). */
export class AuraConversation {
  readonly #socket: WebSocket;
  readonly #send: (message: object) => void;
  /** Told of every clause; whether it is to be held. */
  readonly #onClause: (text: string) => boolean;
  readonly #isWide: boolean;
  #text = '';
  #held: Buffer | null = null;
  #flushesMs: number[] = [];
  #sequence = 0;
  clears = 0;
  /** `Clear` is never answered. */
  ignoresClear = false;

  constructor(
    { socket, url }: { socket: WebSocket; url: URL },
    send: (message: object) => void,
    onClause: (text: string) => boolean,
  ) {
    this.#socket = socket;
    this.#isWide = url.searchParams.get('encoding') === 'linear16';
    this.#send = send;
    this.#onClause = onClause;
    this.#send({
      type: 'Metadata',
      request_id: 'b67e1c5d-2f4c-4c3d-9f82-96eb4d2f12a8',
      model_name: 'aura-2-thalia-en',
    });
  }

  /** Different bytes for every text. */
  static bytesOf(text: string): Buffer {
    const seed = [...text].reduce((sum, character) => (sum * 31 + character.codePointAt(0)!) % 65_521, 7);
    return Buffer.from(
      Array.from({ length: 4000 + (seed % 333) }, (_, index) => (seed + index * (1 + (seed % 7))) & 0xff),
    );
  }

  static samplesOf(text: string): Int16Array {
    return Int16Array.from(AuraConversation.bytesOf(text), linearOf);
  }

  release(): void {
    if (!this.#held) return;
    this.#speak(this.#held);
    this.#held = null;
    this.#flushed();
  }

  warn(description: string): void {
    this.#send({ type: 'Warning', description, code: 'TTS-WARNING' });
  }

  end(code: number, reason: string): void {
    this.#socket.close(code, reason);
  }

  received(message: Buffer, isBinary: boolean): void {
    if (isBinary) {
      this.#socket.close(1003, 'MESSAGE-0000');
      return;
    }
    const { type, text } = JSON.parse(message.toString('utf8')) as { type: string; text?: string };
    if (type === 'Speak') this.#take(text!);
    else if (type === 'Flush') this.#flush();
    else if (type === 'Clear') this.#clear();
    else if (type === 'Close') this.#socket.close(1000);
    else this.#socket.close(1008, 'DATA-0000');
  }

  #take(text: string): void {
    this.#text += text;
    if (text.length > MAX_SPEAK_CHARACTERS) this.#socket.close(1009, 'BIG-0001');
  }

  #flush(): void {
    this.#flushesMs = this.#flushesMs.filter((atMs) => Date.now() - atMs < FLUSH_WINDOW_MS);
    if (this.#flushesMs.length >= MAX_FLUSHES) {
      this.warn('No more Flush messages can be processed until the 60 seconds have passed.');
      return;
    }
    this.#flushesMs.push(Date.now());
    const text = this.#text;
    this.#text = '';
    const audio = this.#isWide ? Buffer.from(AuraConversation.samplesOf(text).buffer) : AuraConversation.bytesOf(text);
    if (this.#onClause(text)) {
      this.#speak(audio.subarray(0, PIECE_BYTES));
      this.#held = audio.subarray(PIECE_BYTES);
    } else {
      this.#speak(audio);
      this.#flushed();
    }
  }

  /** Stops as soon as possible: a piece is on its way. */
  #clear(): void {
    this.clears += 1;
    this.#text = '';
    if (this.#held) this.#speak(this.#held.subarray(0, PIECE_BYTES));
    this.#held = null;
    if (!this.ignoresClear) this.#send({ type: 'Cleared', sequence_id: this.#sequence++ });
  }

  #speak(audio: Buffer): void {
    for (let at = 0; at < audio.length; at += PIECE_BYTES) this.#socket.send(audio.subarray(at, at + PIECE_BYTES));
  }

  #flushed(): void {
    this.#send({ type: 'Flushed', sequence_id: this.#sequence++ });
  }
}
