import { once } from 'node:events';
import { WebSocket } from 'ws';
import { Playback, SILENCE } from './playback.ts';

export const FRAME_MS = 20;
const FRAME_BYTES = 160;

/** 20 ms of audio of the callee. */
export interface CalleeFrame {
  /** From 1. */
  chunk: number;
  /** µ-law in base64. */
  payload: string;
}

/** A carrier's end of a media stream: the client of the WebSocket. */
export abstract class CarrierStream {
  readonly playback: Playback;
  /** What was not understood of what came. */
  readonly faults: string[] = [];
  /** Resolves when the other side, or we, have closed. */
  readonly closed: Promise<unknown>;
  readonly #socket: WebSocket;
  readonly #ticking: NodeJS.Timeout;
  readonly #startedMs = performance.now();
  #said: Uint8Array[] = [];
  #ticks = 0;
  #isStopped = false;

  constructor(socket: WebSocket, lagMs: number) {
    this.#socket = socket;
    this.playback = new Playback((name) => this.sendMark(name), lagMs);
    this.closed = once(socket, 'close');
    socket.on('message', (data) => this.#onMessage(String(data)));
    socket.on('error', () => socket.terminate());
    socket.on('close', () => clearInterval(this.#ticking));
    this.#ticking = setInterval(() => this.#catchUp(), FRAME_MS);
  }

  protected abstract sendMark(name: string): void;
  protected abstract sendFrame(frame: CalleeFrame): void;
  protected abstract sendStop(): void;
  /** Why the message is none; null: it is one. */
  protected abstract faultOf(message: any): string | null;

  /** The callee says this, µ-law, after what it is saying. */
  say(mulaw: Uint8Array): void {
    for (let at = 0; at < mulaw.length; at += FRAME_BYTES) this.#said.push(mulaw.subarray(at, at + FRAME_BYTES));
  }

  /** The call is over. */
  stop(): void {
    if (this.#isStopped) return;
    this.#isStopped = true;
    this.sendStop();
    this.#socket.close();
  }

  /** The network loses it, without a word. */
  breakOff(): void {
    this.#isStopped = true;
    this.#socket.terminate();
  }

  protected send(message: object): void {
    if (this.#socket.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(message));
  }

  /** As many ticks as have passed in real time. */
  #catchUp(): void {
    while ((this.#ticks + 1) * FRAME_MS <= performance.now() - this.#startedMs) {
      this.#ticks += 1;
      const frame = new Uint8Array(FRAME_BYTES).fill(SILENCE);
      frame.set(this.#said.shift() ?? []);
      this.sendFrame({ chunk: this.#ticks, payload: Buffer.from(frame).toString('base64') });
      this.playback.tick();
    }
  }

  #onMessage(text: string): void {
    const message = JSON.parse(text);
    const fault = this.faultOf(message);
    if (fault !== null) this.faults.push(`${fault}: ${text.slice(0, 80)}`);
    else if (message.event === 'media') this.playback.append(Buffer.from(message.media.payload, 'base64'));
    else if (message.event === 'mark') this.playback.mark(message.mark.name);
    else if (message.event === 'clear') this.playback.clear();
    else this.faults.push(`unknown message: ${text.slice(0, 80)}`);
  }
}
