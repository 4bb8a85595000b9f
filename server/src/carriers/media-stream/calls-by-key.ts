import { randomBytes } from 'node:crypto';
import type { WebSocket } from 'ws';
import type { StreamLeg } from './stream-leg.ts';

/** Where the carrier connects the media streams of calls. */
export interface StreamDoor {
  /** Whether a media stream is expected for the call. The name is the permission: only the carrier knows it. */
  expects(call: string): boolean;
  /** The audio of the call comes and goes over this socket. */
  attach(call: string, socket: WebSocket): void;
}

/** The calls of this process at a carrier, by keys that no one can guess: they are in the addresses that the carrier gets from us. */
export class CallsByKey<L extends StreamLeg> implements StreamDoor {
  readonly #legs = new Map<string, L>();
  readonly #keptMs: number;

  /** `keptMs`: what the carrier still reports of a call that is over is taken this long, and changes nothing. */
  constructor({ keptMs }: { keptMs: number }) {
    this.#keptMs = keptMs;
  }

  newKey(): string {
    return randomBytes(16).toString('base64url');
  }

  add(key: string, leg: L): void {
    this.#legs.set(key, leg);
  }

  get(key: string): L | undefined {
    return this.#legs.get(key);
  }

  /** The leg that is this call of the carrier's. */
  ofCall(callId: string): L | undefined {
    return [...this.#legs.values()].find((leg) => leg.isCall(callId));
  }

  /** It is over. */
  forget(key: string): void {
    setTimeout(() => this.#legs.delete(key), this.#keptMs).unref();
  }

  expects(key: string): boolean {
    return this.#legs.get(key)?.isWanted ?? false;
  }

  attach(key: string, socket: WebSocket): void {
    const leg = this.#legs.get(key);
    if (leg) leg.stream.attach(socket);
    else socket.close();
  }
}
