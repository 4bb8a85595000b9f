import type { WebSocket } from 'ws';
import { audioPieces, widePieces } from '../../testing/clause-audio.ts';

const MAX_CONTEXTS = 5;
const DEFAULT_TIMEOUT_SECONDS = 20;
const BYTES_PER_MS = 8;

interface ClientMessage {
  text?: string | null;
  context_id?: string;
  flush?: boolean;
  close_context?: boolean;
  close_socket?: boolean;
}

interface Context {
  /** What was not flushed yet. */
  text: string;
  /** Messages that are still to be sent, in their order. */
  pending: object[];
  isHeld: boolean;
  isClosing: boolean;
}

/** How alignments come, beyond the documentation. */
export interface AlignmentFaults {
  /** Times go on counting from piece to piece. */
  countsOn?: boolean;
  /** The second piece has all characters from the clause's beginning again. */
  beginsAgain?: boolean;
  absent?: boolean;
}

/** https://elevenlabs.io/docs/api-reference/text-to-speech/v-1-text-to-speech-voice-id-multi-stream-input */
export class MultiStreamConversation {
  readonly #socket: WebSocket;
  readonly #send: (message: object) => void;
  /** Called with every clause; whether it is to be held. */
  readonly #onClause: (text: string) => boolean;
  readonly #contexts = new Map<string, Context>();
  readonly #timeoutMs: number;
  readonly #isWide: boolean;
  #timer: NodeJS.Timeout | null = null;
  alignments: AlignmentFaults = {};
  /** Identifiers as they come since May 2026. */
  isSnakeCase = false;
  messages = 0;

  constructor(
    { socket, url }: { socket: WebSocket; url: URL },
    send: (message: object) => void,
    onClause: (text: string) => boolean,
  ) {
    this.#socket = socket;
    this.#send = send;
    this.#onClause = onClause;
    this.#isWide = url.searchParams.get('output_format') === 'pcm_16000';
    this.#timeoutMs = Number(url.searchParams.get('inactivity_timeout') ?? DEFAULT_TIMEOUT_SECONDS) * 1000;
    socket.on('close', () => clearTimeout(this.#timer ?? undefined));
    this.#awaitInput();
  }

  /** What was held is said, and closed where that was asked for. */
  release(): void {
    for (const [id, context] of this.#contexts) {
      context.isHeld = false;
      this.#speak(id, context);
    }
  }

  /** Fails the newest context, or the connection. */
  fail(error: string, message: string, code: number, isOfContext = false): void {
    const id = [...this.#contexts.keys()].at(-1) ?? '';
    this.#send({ message, error, code, ...(isOfContext && this.#named(id)) });
    if (isOfContext) this.#contexts.delete(id);
    else this.#socket.close(1008, error);
  }

  received(bytes: Buffer): void {
    this.#awaitInput();
    this.messages += 1;
    const message = JSON.parse(bytes.toString('utf8')) as ClientMessage;
    const { text, context_id: id = '' } = message;
    if (message.close_socket) this.#socket.close(1000);
    const context = message.close_socket ? null : (this.#contexts.get(id) ?? this.#open(id));
    if (!context) return;
    if (message.close_context) context.isClosing = true;
    else context.text += text ?? '';
    if (message.flush) this.#flush(context);
    this.#speak(id, context);
  }

  /** Anything opens a context that there is not: even a flush. */
  #open(id: string): Context | null {
    if (this.#contexts.size >= MAX_CONTEXTS) {
      const message = `Maximum simultaneous contexts per WebSocket connection exceeded (${MAX_CONTEXTS}).`;
      this.fail('max_active_conversations', message, 1008);
      return null;
    }
    const context: Context = { text: '', pending: [], isHeld: false, isClosing: false };
    this.#contexts.set(id, context);
    return context;
  }

  #flush(context: Context): void {
    const text = context.text.trim();
    context.text = '';
    if (text === '') return;
    context.isHeld = this.#onClause(text);
    context.pending.push(...this.#piecesOf(text));
    if (context.isHeld) context.pending.unshift({});
  }

  #speak(id: string, context: Context): void {
    if (context.isHeld && Object.keys(context.pending[0] ?? { sent: true }).length === 0) {
      context.pending.shift();
      this.#send({ ...context.pending.shift(), ...this.#named(id) });
    }
    if (context.isHeld) return;
    for (const message of context.pending.splice(0)) this.#send({ ...message, ...this.#named(id) });
    if (!context.isClosing) return;
    this.#contexts.delete(id);
    this.#send({ isFinal: true, ...this.#named(id) });
  }

  #named(id: string): object {
    return this.isSnakeCase ? { context_id: id } : { contextId: id };
  }

  /** Characters share the time of the audio; each piece has those that begin in it. */
  #piecesOf(text: string): object[] {
    const pieces = this.#isWide ? widePieces(text) : audioPieces(text);
    const bytesPerMs = this.#isWide ? 32 : BYTES_PER_MS;
    const chars = [...text];
    const totalMs = Buffer.concat(pieces).length / bytesPerMs;
    const eachMs = totalMs / chars.length;
    let pieceMs = 0;
    return pieces.map((piece, index) => {
      const endMs = pieceMs + piece.length / bytesPerMs;
      const again = this.alignments.beginsAgain && index === 1;
      const inPiece = chars
        .map((character, at) => ({ character, startMs: at * eachMs }))
        .filter(({ startMs }) => startMs < endMs && (startMs >= pieceMs || again));
      const fromMs = this.alignments.countsOn || again ? 0 : pieceMs;
      pieceMs = endMs;
      const alignment = {
        chars: inPiece.map(({ character }) => character),
        charStartTimesMs: inPiece.map(({ startMs }) => startMs - fromMs),
        charDurationsMs: inPiece.map(() => eachMs),
      };
      const isAbsent = this.alignments.absent || inPiece.length === 0;
      return {
        audio: piece.toString('base64'),
        isFinal: null,
        alignment: isAbsent ? null : alignment,
        normalizedAlignment: isAbsent ? null : alignment,
      };
    });
  }

  #awaitInput(): void {
    clearTimeout(this.#timer ?? undefined);
    const message = `Have not received a new text input within the timeout of ${this.#timeoutMs / 1000} seconds.`;
    this.#timer = setTimeout(() => this.fail('input_timeout_exceeded', message, 1008), this.#timeoutMs);
  }
}
