import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { WebSocket } from 'ws';
import { Playback, SILENCE } from './playback.ts';

const FRAME_MS = 20;
const FRAME_BYTES = 160;

export interface StreamOf {
  accountSid: string;
  callSid: string;
  lagMs: number;
}

/** Twilio's end of a media stream: the client of the WebSocket. */
export class TwilioStream {
  readonly playback: Playback;
  /** What was not understood of what came. */
  readonly faults: string[] = [];
  readonly #socket: WebSocket;
  readonly #call: StreamOf;
  readonly #streamSid = `MZ${randomBytes(16).toString('hex')}`;
  readonly #ticking: NodeJS.Timeout;
  readonly #startedMs = performance.now();
  #said: Uint8Array[] = [];
  #ticks = 0;
  #sequence = 0;
  #isStopped = false;
  /** Resolves when the other side, or we, have closed. */
  readonly closed: Promise<unknown>;

  private constructor(socket: WebSocket, call: StreamOf) {
    this.#socket = socket;
    this.#call = call;
    this.playback = new Playback((name) => this.#send({ event: 'mark', mark: { name } }), call.lagMs);
    this.closed = once(socket, 'close');
    socket.on('message', (data) => this.#onMessage(String(data)));
    socket.on('error', () => socket.terminate());
    socket.on('close', () => clearInterval(this.#ticking));
    this.#sendRaw({ event: 'connected', protocol: 'Call', version: '1.0.0' });
    const { accountSid, callSid } = call;
    this.#send({
      event: 'start',
      start: {
        ...{ accountSid, streamSid: this.#streamSid, callSid, tracks: ['inbound'], customParameters: {} },
        mediaFormat: { encoding: 'audio/x-mulaw', sampleRate: 8000, channels: 1 },
      },
    });
    this.#ticking = setInterval(() => this.#catchUp(), FRAME_MS);
  }

  /** @throws when the address takes no WebSocket */
  static async open(url: string, call: StreamOf): Promise<TwilioStream> {
    const socket = new WebSocket(url, { headers: { 'user-agent': 'Twilio.TmeWs/1.0' }, perMessageDeflate: false });
    await once(socket, 'open');
    return new TwilioStream(socket, call);
  }

  /** The callee says this, µ-law, after what it is saying. */
  say(mulaw: Uint8Array): void {
    for (let at = 0; at < mulaw.length; at += FRAME_BYTES) this.#said.push(mulaw.subarray(at, at + FRAME_BYTES));
  }

  get isSpeaking(): boolean {
    return this.#said.length > 0;
  }

  press(digit: string): void {
    this.#send({ event: 'dtmf', dtmf: { track: 'inbound_track', digit } });
  }

  /** The call is over. */
  stop(): void {
    if (this.#isStopped) return;
    this.#isStopped = true;
    const { accountSid, callSid } = this.#call;
    this.#send({ event: 'stop', stop: { accountSid, callSid } });
    this.#socket.close();
  }

  /** The network loses it, without a word. */
  breakOff(): void {
    this.#isStopped = true;
    this.#socket.terminate();
  }

  /** As many ticks as have passed in real time. */
  #catchUp(): void {
    while ((this.#ticks + 1) * FRAME_MS <= performance.now() - this.#startedMs) {
      this.#ticks += 1;
      const frame = new Uint8Array(FRAME_BYTES).fill(SILENCE);
      frame.set(this.#said.shift() ?? []);
      const payload = Buffer.from(frame).toString('base64');
      const media = {
        track: 'inbound',
        chunk: String(this.#ticks),
        timestamp: String(this.#ticks * FRAME_MS),
        payload,
      };
      this.#send({ event: 'media', media });
      this.playback.tick();
    }
  }

  #onMessage(text: string): void {
    const message = JSON.parse(text);
    if (message.streamSid !== this.#streamSid) this.faults.push(`31951 invalid streamSid: ${text.slice(0, 80)}`);
    else if (message.event === 'media') this.playback.append(Buffer.from(message.media.payload, 'base64'));
    else if (message.event === 'mark') this.playback.mark(message.mark.name);
    else if (message.event === 'clear') this.playback.clear();
    else this.faults.push(`31950 unknown message: ${text.slice(0, 80)}`);
  }

  #send(message: { event: string; [field: string]: unknown }): void {
    this.#sequence += 1;
    this.#sendRaw({ ...message, sequenceNumber: String(this.#sequence), streamSid: this.#streamSid });
  }

  #sendRaw(message: object): void {
    if (this.#socket.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(message));
  }
}
