import type { Socket } from 'node:net';
import {
  type ConnectionError,
  type ConnectionProblem,
  connectionError,
  connectionProblem,
} from './connection-error.ts';
import { KeepAlive } from './keep-alive.ts';
import { FramingError, MessageFramer } from './message-framer.ts';
import type { StreamLimits } from './stream-limits.ts';
import type { Hop, KeepAliveOptions, KeptConnection, Receive } from './transport.ts';

const PING = Buffer.from('\r\n\r\n');
const PONG = Buffer.from('\r\n');
/** A host that vanished is noticed by the system's own probes. */
const TCP_KEEP_ALIVE_MS = 60_000;
/** What a peer may take to read what was sent to it before we leave. */
const CLOSE_MS = 1000;
/** A peer that takes more and says nothing is not one that refuses a certificate. */
const UNPROVEN_AT_MOST = 1000;

interface Outgoing {
  readonly bytes: Buffer;
  readonly onError: (error: Error) => void;
}

export interface StreamConnectionOptions {
  /** The other end: where messages come from, and what errors name. */
  readonly peer: Hop;
  /** The event with which the socket may be written to; null: it already may. */
  readonly openEvent: 'connect' | 'secureConnect' | null;
  readonly limits: StreamLimits;
  readonly receive: Receive;
  readonly onClosed: () => void;
}

/** One connection: messages in and out, pings and pongs, and an end for whatever takes too long. */
export class StreamConnection {
  readonly peer: Hop;
  readonly opened: Promise<Socket>;
  readonly #socket: Socket;
  readonly #options: StreamConnectionOptions;
  readonly #framer = new MessageFramer();
  #isOpen: boolean;
  #waiting: Outgoing[] = []; // until the connection is open
  #waitingBytes = 0;
  /** Sent before the peer said anything. One that refuses our certificate does so after the handshake (RFC 8446 section 4.4.2.4). */
  #unproven: Outgoing[] | null = [];
  #error: ConnectionError | null = null;
  /** Until it is open, then until its first message, then until the next. */
  #timer: NodeJS.Timeout;
  #isEstablished = false;
  #messageTimer: NodeJS.Timeout | null = null;
  /** A registration each, of those that share it. */
  readonly #keepAlives = new Set<KeepAlive>();
  #lineEnds = 0; // since the last message or ping: 0 or 1

  constructor(socket: Socket, options: StreamConnectionOptions) {
    const { peer, openEvent, limits } = options;
    this.#socket = socket;
    this.#options = options;
    this.peer = peer;
    this.#isOpen = openEvent === null;
    socket.setNoDelay(true).setKeepAlive(true, TCP_KEEP_ALIVE_MS);
    const opened = Promise.withResolvers<Socket>();
    this.opened = opened.promise;
    opened.promise.catch(() => {});
    if (openEvent !== null) {
      this.#timer = setTimeout(
        () => this.destroy(socket.connecting ? 'timeout' : 'handshake_timeout'),
        limits.connectMs,
      );
      socket.once(openEvent, () => {
        this.#open();
        opened.resolve(socket);
      });
    } else {
      this.#timer = setTimeout(() => this.close(), limits.firstMessageMs);
      opened.resolve(socket);
    }
    socket.on('data', (chunk: Buffer) => this.#read(chunk));
    socket.on('error', (error) => {
      this.#error ??= connectionError(peer, error);
    });
    socket.once('close', () => {
      const error = this.#error ?? connectionProblem(peer, 'closed');
      this.#error = error;
      this.#clean(error);
      opened.reject(error);
      options.onClosed();
      for (const keepAlive of this.#keepAlives) keepAlive.break();
    });
  }

  get isAlive(): boolean {
    return this.#error === null && !this.#socket.destroyed && this.#socket.writable;
  }

  /** Whether it was asked to stay open. */
  get isKept(): boolean {
    return this.#keepAlives.size > 0;
  }

  keepAlive(options: KeepAliveOptions): KeptConnection {
    const keepAlive = new KeepAlive({
      ...options,
      pongMs: this.#options.limits.pongMs,
      ping: () => this.send(PING, () => {}),
      onSilence: () => this.destroy('no_pong'),
      onReleased: () => this.#keepAlives.delete(keepAlive),
    });
    this.#keepAlives.add(keepAlive);
    return keepAlive;
  }

  /** `onError` is called at most once, later. */
  send(bytes: Buffer, onError: (error: Error) => void): void {
    if (this.#error !== null) {
      const error = this.#error;
      queueMicrotask(() => onError(error));
      return;
    }
    const outgoing = { bytes, onError: once(onError) };
    if (this.#waitingBytes + this.#socket.writableLength + bytes.length > this.#options.limits.backlogBytes) {
      this.#waiting.push(outgoing);
      this.#fail(connectionProblem(this.peer, 'slow_peer'));
    } else if (this.#isOpen) {
      this.#write(outgoing);
    } else {
      this.#waiting.push(outgoing);
      this.#waitingBytes += bytes.length;
    }
  }

  /** Idempotent. What was written is sent first. */
  close(): void {
    if (this.#error !== null) return;
    this.#error = connectionProblem(this.peer, 'closed');
    this.#unproven = null;
    this.#waitFor(CLOSE_MS, () => this.#socket.destroy());
    this.#socket.destroySoon();
  }

  destroy(problem: ConnectionProblem): void {
    this.#fail(connectionProblem(this.peer, problem));
  }

  #open(): void {
    this.#isOpen = true;
    this.#establish();
    const waiting = this.#waiting;
    this.#waiting = [];
    this.#waitingBytes = 0;
    for (const outgoing of waiting) this.#write(outgoing);
  }

  #write(outgoing: Outgoing): void {
    if (this.#isEstablished) this.#timer.refresh();
    if (this.#unproven && this.#unproven.push(outgoing) > UNPROVEN_AT_MOST) this.#unproven = null;
    this.#socket.write(outgoing.bytes, (error) => {
      if (error) outgoing.onError(this.#error ?? connectionError(this.peer, error));
    });
  }

  #read(chunk: Buffer): void {
    this.#unproven = null;
    try {
      for (const frame of this.#framer.push(chunk)) {
        if (this.#error !== null) return;
        if (frame.kind === 'line_end') this.#takeLineEnd();
        else this.#receive(frame.bytes);
      }
    } catch (error) {
      if (!(error instanceof FramingError)) throw error;
      this.#fail(connectionProblem(this.peer, 'not_sip', error));
      return;
    }
    this.#watchMessage();
  }

  /** The first one after a ping of ours is its pong; else two are a ping (RFC 5626 section 4.4.1). */
  #takeLineEnd(): void {
    if ([...this.#keepAlives].some((keepAlive) => keepAlive.takePong())) return;
    this.#lineEnds = (this.#lineEnds + 1) % 2;
    if (this.#lineEnds === 0) this.send(PONG, () => {});
  }

  #receive(bytes: Buffer): void {
    this.#lineEnds = 0;
    this.#stopMessageTimer();
    this.#establish();
    this.#options.receive(bytes, this.peer);
  }

  /** However often a byte comes, a message that has begun is over in time. */
  #watchMessage(): void {
    if (!this.#framer.isWithinMessage) this.#stopMessageTimer();
    else this.#messageTimer ??= setTimeout(() => this.destroy('timeout'), this.#options.limits.messageMs);
  }

  #stopMessageTimer(): void {
    if (this.#messageTimer) clearTimeout(this.#messageTimer);
    this.#messageTimer = null;
  }

  /** From now on it stays until it is idle. */
  #establish(): void {
    if (this.#isEstablished) this.#timer.refresh();
    else this.#waitFor(this.#options.limits.idleMs, () => this.close());
    this.#isEstablished = true;
  }

  #waitFor(delayMs: number, onTimeout: () => void): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(onTimeout, delayMs);
  }

  #fail(error: ConnectionError): void {
    this.#error ??= error;
    this.#socket.destroy();
  }

  #clean(error: ConnectionError): void {
    clearTimeout(this.#timer);
    this.#stopMessageTimer();
    const failed = [...this.#waiting, ...(this.#unproven ?? [])];
    this.#waiting = [];
    this.#unproven = [];
    for (const { onError } of failed) onError(error);
  }
}

function once(onError: (error: Error) => void): (error: Error) => void {
  let isReported = false;
  return (error) => {
    if (!isReported) onError(error);
    isReported = true;
  };
}
