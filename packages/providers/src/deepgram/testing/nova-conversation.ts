import type { WebSocket } from 'ws';
import type { HeardSpeech } from '../../testing/conformance/speech-to-text-fixture.ts';
import { bytesPerMs } from '../../testing/wire-format.ts';
import { wordsOf } from './heard-words.ts';
import type { ListenConversation } from './listen-conversation.ts';

/** https://developers.deepgram.com/docs/audio-keep-alive */
const IDLE_LIMIT_MS = 10_000;

interface Results {
  isFinal: boolean;
  fromFinalize?: boolean;
  languages?: string[];
}

/** `/v1/listen` (https://developers.deepgram.com/reference/speech-to-text/listen-streaming). */
export class NovaConversation implements ListenConversation {
  heardMs = 0;
  messages = 0;
  keepAlives = 0;
  /** Where each `Finalize` came. */
  readonly #finalizedMs: number[] = [];
  readonly #socket: WebSocket;
  readonly #bytesPerMs: number;
  readonly #send: (message: object) => void;
  #answered = 0;
  #segmentMs = 0;
  #idleTimer: NodeJS.Timeout | null = null;

  constructor(socket: WebSocket, query: URLSearchParams, send: (message: object) => void) {
    this.#socket = socket;
    this.#bytesPerMs = bytesPerMs(query.get('encoding') ?? '', Number(query.get('sample_rate')));
    this.#send = send;
    socket.on('close', () => clearTimeout(this.#idleTimer ?? undefined));
    this.#awaitMessage();
  }

  get finalizes(): number {
    return this.#finalizedMs.length;
  }

  hear(speech: HeardSpeech): void {
    this.#results(speech, this.#segmentMs, speech.endMs, { isFinal: false });
  }

  settle(speech: HeardSpeech): void {
    const endMs = this.#finalizedMs[this.#answered++]!;
    this.#results(speech, Math.min(this.#segmentMs, speech.startMs), endMs, { isFinal: true, fromFinalize: true });
    this.#segmentMs = endMs;
  }

  /** The model has enough of this part of a long utterance: it will not change. */
  segment(speech: HeardSpeech, languages?: string[]): void {
    this.#results(speech, this.#segmentMs, speech.endMs, { isFinal: true, ...(languages && { languages }) });
    this.#segmentMs = speech.endMs;
  }

  utteranceEnd(lastWordEndMs: number): void {
    this.#send({ type: 'UtteranceEnd', channel: [0, 1], last_word_end: lastWordEndMs / 1000 });
  }

  fail(description: string): void {
    this.#send({ type: 'Error', description, message: 'the payload cannot be decoded', variant: 'DATA' });
  }

  end(code: number, reason: string): void {
    this.#socket.close(code, reason);
  }

  sendRaw(text: string): void {
    this.#socket.send(text);
  }

  received(message: Buffer, isBinary: boolean): void {
    this.messages += 1;
    this.#awaitMessage();
    if (isBinary) {
      this.heardMs += message.length / this.#bytesPerMs;
      return;
    }
    const { type } = JSON.parse(message.toString('utf8')) as { type: string };
    if (type === 'Finalize') this.#finalizedMs.push(this.heardMs);
    else if (type === 'KeepAlive') this.keepAlives += 1;
    else if (type === 'CloseStream') this.#socket.close(1000);
    else this.#socket.close(1008, 'DATA-0000');
  }

  #awaitMessage(): void {
    clearTimeout(this.#idleTimer ?? undefined);
    this.#idleTimer = setTimeout(() => this.#socket.close(1011, 'NET-0001'), IDLE_LIMIT_MS);
  }

  #results(speech: HeardSpeech, startMs: number, endMs: number, results: Results): void {
    const { isFinal, fromFinalize = false, languages } = results;
    const alternative = {
      transcript: speech.text,
      confidence: 0.98,
      words: wordsOf(speech),
      ...(languages && { languages }),
    };
    this.#send({
      type: 'Results',
      channel_index: [0, 1],
      start: startMs / 1000,
      duration: (endMs - startMs) / 1000,
      is_final: isFinal,
      speech_final: false,
      from_finalize: fromFinalize,
      channel: { alternatives: [alternative] },
      metadata: {
        request_id: 'b67e1c5d-2f4c-4c3d-9f82-96eb4d2f12a8',
        model_uuid: '40bd3654-e622-47c4-a111-63a61b23bfe8',
      },
    });
  }
}
