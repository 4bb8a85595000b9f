import type { WebSocket } from 'ws';
import type { HeardSpeech } from '../../testing/conformance/speech-to-text-fixture.ts';
import { bytesPerMs } from '../../testing/wire-format.ts';
import { wordsOf } from './heard-words.ts';
import type { ListenConversation } from './listen-conversation.ts';

type TurnEvent = 'Update' | 'StartOfTurn' | 'EagerEndOfTurn' | 'TurnResumed' | 'EndOfTurn';

interface TurnFields {
  index: number;
  speech: HeardSpeech;
  [field: string]: unknown;
}

/** `/v2/listen` (https://developers.deepgram.com/docs/flux/state). */
export class FluxConversation implements ListenConversation {
  heardMs = 0;
  messages = 0;
  /** Whether words have times. */
  timesWords = true;
  /** Where each `ForceEndTurn` came. */
  readonly #forcedMs: number[] = [];
  readonly #socket: WebSocket;
  readonly #bytesPerMs: number;
  readonly #send: (message: object) => void;
  readonly #started = new Set<number>();
  #ended = 0;
  #sequence = 0;

  constructor(socket: WebSocket, query: URLSearchParams, send: (message: object) => void) {
    this.#socket = socket;
    this.#bytesPerMs = bytesPerMs(query.get('encoding') ?? '', Number(query.get('sample_rate')));
    this.#send = send;
    this.#message({ type: 'Connected' });
  }

  get finalizes(): number {
    return this.#forcedMs.length;
  }

  hear(speech: HeardSpeech): void {
    const index = this.#indexAt(speech.startMs);
    if (!this.#started.has(index)) {
      this.#started.add(index);
      this.turn('StartOfTurn', { index, speech });
    }
    this.turn('Update', { index, speech });
  }

  settle(speech: HeardSpeech): void {
    this.turn('EndOfTurn', { index: this.#ended, speech, trigger: 'manual' });
    this.#ended += 1;
  }

  /** The model ends the turn by itself. */
  end(speech: HeardSpeech): void {
    this.turn('EndOfTurn', { index: this.#ended, speech, trigger: 'model' });
    this.#ended += 1;
  }

  fail(code: string, description: string): void {
    this.#message({ type: 'Error', code, description });
  }

  turn(event: TurnEvent, { index, speech, ...fields }: TurnFields): void {
    const words = wordsOf(speech) as { start?: number; end?: number }[];
    if (!this.timesWords)
      for (const word of words) {
        delete word.start;
        delete word.end;
      }
    this.#message({
      type: 'TurnInfo',
      event,
      turn_index: index,
      audio_window_start: (this.#forcedMs[index - 1] ?? 0) / 1000,
      audio_window_end: speech.endMs / 1000,
      transcript: speech.text,
      words,
      end_of_turn_confidence: 0.5,
      ...fields,
    });
  }

  received(message: Buffer, isBinary: boolean): void {
    this.messages += 1;
    if (isBinary) {
      this.heardMs += message.length / this.#bytesPerMs;
      return;
    }
    const { type } = JSON.parse(message.toString('utf8')) as { type: string };
    if (type === 'ForceEndTurn') this.#forcedMs.push(this.heardMs);
    else if (type === 'CloseStream') this.#socket.close(1000);
    else this.fail('UNPARSABLE_CLIENT_MESSAGE', 'The message is not known');
  }

  /** The turn to which a voice at `startMs` belongs: it grows behind each end. */
  #indexAt(startMs: number): number {
    const later = this.#forcedMs.filter((atMs, index) => index >= this.#ended && atMs <= startMs);
    return this.#ended + later.length;
  }

  #message(message: object): void {
    this.#send({ ...message, request_id: 'b67e1c5d-2f4c-4c3d-9f82-96eb4d2f12a8', sequence_id: this.#sequence++ });
  }
}
