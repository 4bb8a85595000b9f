import type { IncomingMessage, ServerResponse } from 'node:http';
import type { WebSocket } from 'ws';
import { audioSamples } from '../../testing/clause-audio.ts';
import type { HeardSpeech, SpeechToTextServer } from '../../testing/conformance/speech-to-text-fixture.ts';
import type { TextToSpeechServer } from '../../testing/conformance/text-to-speech.ts';
import { type VendorPeer, VendorServer } from '../../testing/vendor-server.ts';
import { bytesPerMs } from '../../testing/wire-format.ts';
import {
  LISTEN_PATH,
  type ListenCommand,
  type ListenReport,
  type SpeakCommand,
  type SpeakReport,
} from '../engine/protocol.ts';

const MAX_CLAUSES = 100;
/** No multiple of a frame. */
const PIECE_SAMPLES = 1001;

interface HeldClause {
  peer: VendorPeer;
  context: string;
  rest: Int16Array[];
}

/** An engine in which no model runs: it hears and says what the test sets, with every fault that a socket can have. */
export class FakeEngine extends VendorServer implements SpeechToTextServer, TextToSpeechServer {
  readonly clauses: string[] = [];
  /** Addresses of the sockets that were taken. */
  readonly urls: URL[] = [];
  heardMs = 0;
  finalizes = 0;
  messages = 0;
  #listener: VendorPeer | null = null;
  #holdsNext = false;
  #held: HeldClause[] = [];

  hear({ text, startMs, endMs }: HeardSpeech): void {
    this.#report({ type: 'partial', text, startMs, untilMs: endMs });
  }

  settle({ text, startMs, endMs }: HeardSpeech): void {
    this.#report({ type: 'final', text, words: [{ text, startMs, endMs }], startMs });
  }

  /** The end of a turn by the rules of the recognizer. */
  end(): void {
    this.#report({ type: 'over' });
  }

  failListening(message: string, retryable: boolean): void {
    this.#report({ type: 'error', message, retryable });
  }

  audioOf(text: string): Int16Array {
    return audioSamples(text);
  }

  holdNext(): void {
    this.#holdsNext = true;
  }

  release(): void {
    for (const clause of this.#held.splice(0)) this.#sayRest(clause);
  }

  protected override isAuthorized({ headers }: IncomingMessage): boolean {
    return headers.authorization === `Bearer ${this.apiKey}`;
  }

  protected override connected(peer: VendorPeer): void {
    this.urls.push(peer.url);
    if (peer.url.pathname !== LISTEN_PATH) return;
    this.#listener = peer;
    this.heardMs = 0;
    this.finalizes = 0;
    this.messages = 0;
    this.#report({ type: 'ready' });
  }

  protected override received(peer: VendorPeer, message: Buffer, isBinary: boolean): void {
    if (peer.url.pathname === LISTEN_PATH) this.#listen(peer, message, isBinary);
    else this.#speak(peer, JSON.parse(message.toString('utf8')) as SpeakCommand);
  }

  protected override requested(_request: IncomingMessage, response: ServerResponse): void {
    response.writeHead(404).end();
  }

  #listen({ url }: VendorPeer, message: Buffer, isBinary: boolean): void {
    this.messages += 1;
    const isWide = url.searchParams.get('sample_rate') === '16000';
    const perMs = isWide ? bytesPerMs('pcm', 16_000) : bytesPerMs('mulaw', 8000);
    if (isBinary) this.heardMs += message.length / perMs;
    else if ((JSON.parse(message.toString('utf8')) as ListenCommand).type === 'finalize') this.finalizes += 1;
  }

  #speak(peer: VendorPeer, command: SpeakCommand): void {
    const { context } = command;
    if (command.type === 'cancel') {
      this.#held = this.#held.filter((clause) => clause.context !== context);
      return;
    }
    this.clauses.push(command.text);
    if (this.clauses.length > MAX_CLAUSES) this.clauses.shift();
    const samples = audioSamples(command.text);
    const [first = new Int16Array(0), ...rest] = Array.from(
      { length: Math.ceil(samples.length / PIECE_SAMPLES) },
      (_, index) => samples.subarray(index * PIECE_SAMPLES, (index + 1) * PIECE_SAMPLES),
    );
    this.#say(peer, context, first);
    const clause = { peer, context, rest };
    if (this.#holdsNext) this.#held.push(clause);
    else this.#sayRest(clause);
    this.#holdsNext = false;
  }

  #sayRest({ peer, context, rest }: HeldClause): void {
    for (const piece of rest) this.#say(peer, context, piece);
    this.sendJson(peer, { type: 'done', context } satisfies SpeakReport);
  }

  #say(peer: VendorPeer, context: string, { buffer, byteOffset, byteLength }: Int16Array): void {
    const audio = Buffer.from(buffer, byteOffset, byteLength).toString('base64');
    this.sendJson(peer, { type: 'audio', context, audio } satisfies SpeakReport);
  }

  #report(report: ListenReport): void {
    const peer = this.#listener!;
    const { socket }: { socket: WebSocket } = peer;
    if (socket.readyState === socket.OPEN) this.sendJson(peer, report);
  }
}
