import { levelDbfs } from '@parley/audio';
import { LIVE_FRAME_MS, LIVE_PATH, type LiveCommand, type LiveMessage } from '@parley/contract';
import type { Service } from './service.ts';

const RATE_HZ = 8000;
const FRAME_SAMPLES = (RATE_HZ * LIVE_FRAME_MS) / 1000;
/** Speech of the built-in voices is far over it, the noise of µ-law silence far below. */
const SOUND_DBFS = -45;

interface HeardFrame {
  atMs: number;
  samples: Int16Array;
}

/** A program at the WebSocket of live audio, with a microphone that is never off, as a browser's. */
export class LiveClient {
  readonly messages: LiveMessage[] = [];
  readonly heard: HeardFrame[] = [];
  readonly closed = Promise.withResolvers<{ code: number; reason: string }>();
  readonly #socket: WebSocket;
  readonly #waiting: (() => void)[] = [];
  /** When the first frame left of what was said last, on the clock of performance.now(). */
  spokeAtMs: number | null = null;
  #spoken = new Int16Array(0);
  #microphone: NodeJS.Timeout | null = null;

  private constructor(socket: WebSocket) {
    this.#socket = socket;
    socket.addEventListener('message', ({ data }) => this.#onMessage(data));
    socket.addEventListener('close', ({ code, reason }) => {
      if (this.#microphone) clearInterval(this.#microphone);
      this.closed.resolve({ code, reason });
      this.#wake();
    });
  }

  /** By the service's own key, unless the headers say otherwise. Rejects when the service refuses the socket. */
  static async connect(
    service: Service,
    options: { key?: string; headers?: Record<string, string> } = {},
  ): Promise<LiveClient> {
    const { key = service.apiKey, headers = { authorization: `Bearer ${key}` } } = options;
    const url = `ws://127.0.0.1:${service.address.port}${LIVE_PATH}`;
    const socket = new WebSocket(url, { headers });
    socket.binaryType = 'arraybuffer';
    const client = new LiveClient(socket);
    await new Promise<void>((resolve, reject) => {
      socket.addEventListener('open', () => resolve());
      socket.addEventListener('error', () => reject(new Error('the socket was refused')));
    });
    return client;
  }

  send(command: LiveCommand): void {
    this.sendText(
      JSON.stringify(
        command.type === 'talk' || command.type === 'listen' ? { ...command, sample_rate: RATE_HZ } : command,
      ),
    );
  }

  sendText(text: string): void {
    this.#socket.send(text);
  }

  sendBytes(bytes: Uint8Array<ArrayBuffer>): void {
    this.#socket.send(bytes);
  }

  /** Frames of 10 ms from now on, silence while nothing is said. */
  openMicrophone(): void {
    const startedMs = performance.now();
    let sent = 0;
    this.#microphone = setInterval(() => {
      for (; sent * LIVE_FRAME_MS < performance.now() - startedMs; sent += 1) this.#sendFrame();
    }, LIVE_FRAME_MS);
  }

  /** Says this from now on, 8 kHz. */
  speak(samples: Int16Array): void {
    this.#spoken = Int16Array.from(samples);
    this.spokeAtMs = null;
  }

  get isSpeaking(): boolean {
    return this.#spoken.length > 0;
  }

  /** The first message of this type that is as wanted, one that has come or one to come. */
  async next<Type extends LiveMessage['type']>(
    type: Type,
    isWanted: (message: Extract<LiveMessage, { type: Type }>) => boolean = () => true,
  ): Promise<Extract<LiveMessage, { type: Type }>> {
    for (;;) {
      const found = this.messages.find((message) => message.type === type && isWanted(message as never));
      if (found) return found as Extract<LiveMessage, { type: Type }>;
      if (this.#socket.readyState === WebSocket.CLOSED) {
        throw new Error(`closed before ${type}: ${JSON.stringify(this.messages)}`);
      }
      await this.changed();
    }
  }

  /** Resolves at the next message, frame or close. */
  changed(): Promise<void> {
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  async until(condition: () => boolean): Promise<void> {
    while (!condition()) await this.changed();
  }

  /** Frames with audio in them that came at or after this time, on the clock of performance.now(). */
  soundSince(atMs: number): HeardFrame[] {
    return this.heard.filter((frame) => frame.atMs >= atMs && levelDbfs(frame.samples) > SOUND_DBFS);
  }

  /** What the agent or the user has said, as far as turns are complete. */
  said(role: 'agent' | 'user' | 'tool'): string[] {
    return this.messages.flatMap((message) =>
      message.type === 'turn' && message.turn.role === role ? [message.turn.text] : [],
    );
  }

  close(): void {
    this.#socket.close();
  }

  #sendFrame(): void {
    if (this.#socket.readyState !== WebSocket.OPEN) return;
    const frame = new Int16Array(FRAME_SAMPLES);
    if (this.isSpeaking) this.spokeAtMs ??= performance.now();
    frame.set(this.#spoken.subarray(0, FRAME_SAMPLES));
    this.#spoken = this.#spoken.subarray(FRAME_SAMPLES);
    this.#socket.send(frame);
  }

  #onMessage(data: string | ArrayBuffer): void {
    if (typeof data === 'string') this.messages.push(JSON.parse(data));
    else this.heard.push({ atMs: performance.now(), samples: new Int16Array(data) });
    this.#wake();
  }

  #wake(): void {
    for (const wake of this.#waiting.splice(0)) wake();
  }
}
