import { type LiveMessage, liveCloseCodes } from '@parley/contract';
import type { RawData, WebSocket } from 'ws';
import { Lane } from '../../kernel/lane.ts';
import type { Logger } from '../../kernel/logger.ts';
import type { Principal } from '../../kernel/principal.ts';
import { RequestError } from '../../kernel/request-error.ts';
import { type LiveDependencies, LiveSession } from './live-session.ts';
import { MalformedMessage, readCommand } from './read-command.ts';

const BEAT_MS = 10_000;
/** Without any sign of life for so long, the client is gone. */
const SILENT_MS = 30_000;
/** Text that waits for a client beyond this is more than a call can say: the client does not read. */
const MOST_WAITING_BYTES = 1024 * 1024;
const MOST_COMMANDS_WAITING = 16;

export interface LiveSocketOptions {
  dependencies: LiveDependencies;
  /** The current principal; throws when the login or the key is not valid any more. */
  authenticate(): Promise<Principal>;
  /** Throws where the principal lacks the permission. */
  permit(principal: Principal, permission: 'calls:read' | 'calls:write'): void;
  log: Logger;
}

/** One client's WebSocket: its life, its order, and what comes over it. */
export class LiveSocket {
  readonly #socket: WebSocket;
  readonly #options: LiveSocketOptions;
  readonly #session: LiveSession;
  readonly #inTurn = new Lane(1);
  readonly #beat: NodeJS.Timeout;
  #waiting = 0;
  #heardAtMs = performance.now();

  constructor(socket: WebSocket, options: LiveSocketOptions) {
    this.#socket = socket;
    this.#options = options;
    this.#session = new LiveSession({
      dependencies: options.dependencies,
      socket: {
        get bufferedAmount() {
          return socket.bufferedAmount;
        },
        send: (data) => socket.send(data),
      },
      send: (message) => this.#send(message),
      permit: async (permission) => {
        const principal = await options.authenticate();
        options.permit(principal, permission);
        return principal;
      },
      onEnded: () => this.close(liveCloseCodes.ended, 'the call is over'),
      onFailure: (error) => options.log.error({ err: error }, 'what a supervisor did could not be stored'),
      onRefused: (command, error) => this.#onFailure(command, error),
    });
    this.#beat = setInterval(() => void this.#onBeat(), BEAT_MS);
    socket.on('message', (data, isBinary) => this.#onMessage(data, isBinary));
    socket.on('pong', () => this.#noteLife());
    // A protocol error or a broken connection: `close` follows.
    socket.on('error', () => {});
    socket.on('close', () => {
      clearInterval(this.#beat);
      this.#session.close();
    });
  }

  close(code: number, reason: string): void {
    this.#socket.close(code, reason);
  }

  #noteLife(): void {
    this.#heardAtMs = performance.now();
  }

  async #onBeat(): Promise<void> {
    if (performance.now() - this.#heardAtMs > SILENT_MS) {
      this.close(liveCloseCodes.silent, 'no sign of life');
      // A client that answers no ping answers no closing handshake either.
      this.#socket.terminate();
      return;
    }
    this.#socket.ping();
    try {
      await this.#session.permitAgain();
    } catch (error) {
      // A database that is away ends no call.
      if (error instanceof RequestError && (error.code === 'unauthorized' || error.code === 'forbidden'))
        this.#dismiss();
    }
  }

  #onMessage(data: RawData, isBinary: boolean): void {
    this.#noteLife();
    const bytes = data as Buffer;
    if (!isBinary) void this.#onText(bytes.toString());
    else if (!this.#session.hear(bytes)) this.#refuse('a binary message is no frame of 10 ms');
  }

  async #onText(text: string): Promise<void> {
    if (this.#waiting >= MOST_COMMANDS_WAITING) {
      this.#refuse('too many commands at once');
      return;
    }
    this.#waiting += 1;
    let type: string | null = null;
    try {
      await this.#inTurn.run(async () => {
        const command = readCommand(text);
        type = command.type;
        await this.#session.obey(command);
      });
    } catch (error) {
      this.#onFailure(type, error);
    } finally {
      this.#waiting -= 1;
    }
  }

  #onFailure(command: string | null, error: unknown): void {
    if (error instanceof MalformedMessage) this.#refuse(error.message);
    else if (error instanceof RequestError && error.code === 'unauthorized') this.#dismiss();
    else if (error instanceof RequestError) this.#send({ type: 'error', command, error: error.body.error });
    else {
      this.#options.log.error({ err: error, command }, 'a live command failed');
      const failure = new RequestError('server_error', 'Something failed on our side. Try again.');
      this.#send({ type: 'error', command, error: failure.body.error });
    }
  }

  #dismiss(): void {
    this.close(liveCloseCodes.unauthorized, 'not signed in any more');
  }

  #refuse(reason: string): void {
    this.close(liveCloseCodes.malformed, reason);
  }

  #send(message: LiveMessage): void {
    if (this.#socket.readyState !== this.#socket.OPEN) return;
    if (this.#socket.bufferedAmount > MOST_WAITING_BYTES) this.#socket.terminate();
    else this.#socket.send(JSON.stringify(message));
  }
}
