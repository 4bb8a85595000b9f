import type { WebSocket } from 'ws';
import { type Frame, frameOf } from './frames.ts';
import { HeardTurn } from './heard-turn.ts';

const HEADER_BYTES = 44;
const PCM = 1;
const MULAW = 7;

/** A connection of recognition: one turn at a time. */
export class ListeningSocket {
  readonly #socket: WebSocket;
  readonly #send: (text: string) => void;
  readonly #onTurn: (turn: HeardTurn) => void;
  #isConfigured = false;
  #bytesPerMs = 0;
  #turn: HeardTurn | null = null;

  constructor(socket: WebSocket, send: (text: string) => void, onTurn: (turn: HeardTurn) => void) {
    this.#socket = socket;
    this.#send = send;
    this.#onTurn = onTurn;
  }

  get isIdle(): boolean {
    return this.#turn?.isSettled ?? true;
  }

  received(bytes: Buffer, isBinary: boolean): void {
    try {
      this.#obey(frameOf(bytes, isBinary));
    } catch (cause) {
      this.#socket.close(1007, (cause as Error).message);
    }
  }

  #obey({ path, requestId, headers, body }: Frame): void {
    if (path === 'speech.config') {
      const { context } = JSON.parse(body.toString('utf8'));
      this.#isConfigured = typeof context.system.version === 'string';
    } else if (!this.#isConfigured) throw new Error('speech.config is missing');
    else if (path === 'speech.context') this.#begin(requestId, JSON.parse(body.toString('utf8')));
    else if (path === 'audio') this.#hear(requestId, headers.get('content-type'), body);
    else throw new Error(`there is no ${path}`);
  }

  #begin(requestId: string, context: Record<string, unknown>): void {
    if (this.#turn && !this.#turn.isSettled) throw new Error('a turn is under way');
    this.#turn = new HeardTurn(requestId, context, this.#send);
    this.#onTurn(this.#turn);
  }

  #hear(requestId: string, contentType: string | undefined, body: Buffer): void {
    const turn = this.#turn;
    // What was on its way when the turn ended.
    if (turn?.requestId !== requestId || turn.isSettled) return;
    if (turn.isEnded) throw new Error('the audio had ended');
    if (!turn.hasHeader) {
      if (contentType !== 'audio/x-wav' || !isStreamedWave(body)) throw new Error('no header of a WAV');
      turn.hasHeader = true;
      this.#bytesPerMs = body.readUInt32LE(28) / 1000;
      turn.say('turn.start', { context: { serviceTag: 'f0a8' } });
    } else if (body.length === 0) turn.isEnded = true;
    else turn.heardMs += body.length / this.#bytesPerMs;
  }
}

/** µ-law at 8 kHz, or PCM at 16 kHz. */
const isStreamedWave = (header: Buffer): boolean =>
  header.length === HEADER_BYTES &&
  header.toString('latin1', 0, 4) === 'RIFF' &&
  header.toString('latin1', 8, 16) === 'WAVEfmt ' &&
  (header.readUInt16LE(20) === MULAW
    ? header.readUInt32LE(24) === 8000 && header.readUInt32LE(28) === 8000
    : header.readUInt16LE(20) === PCM && header.readUInt32LE(24) === 16_000 && header.readUInt32LE(28) === 32_000);
