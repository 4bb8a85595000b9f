import type { WebSocket } from 'ws';
import type { HeardSpeech } from '../../testing/conformance/speech-to-text-fixture.ts';
import { bytesPerMs } from '../../testing/wire-format.ts';

interface TurnSettings {
  start_threshold: number;
  eager_end_threshold: number;
  end_threshold: number;
  end_timeout_ms: number;
}

const DEFAULTS: TurnSettings = {
  start_threshold: 0.8,
  eager_end_threshold: 0.4,
  end_threshold: 0.2,
  end_timeout_ms: 5600,
};

/** https://docs.cartesia.ai/api-reference/stt/turns/websocket */
export class InkConversation {
  heardMs = 0;
  /** How often less patience was asked for than the vendor has by itself. */
  finalizes = 0;
  messages = 0;
  settings = DEFAULTS;
  readonly #socket: WebSocket;
  readonly #send: (message: object) => void;
  readonly #bytesPerMs: number;
  #isInTurn = false;

  constructor(socket: WebSocket, query: URLSearchParams, send: (message: object) => void) {
    this.#socket = socket;
    this.#bytesPerMs = bytesPerMs(query.get('encoding') ?? '', Number(query.get('sample_rate')));
    this.#send = (message) => send({ ...message, request_id: '2ff8af53-4d38-479d-8287-58940f01c701' });
    this.#send({ type: 'connected' });
  }

  hear({ text }: HeardSpeech): void {
    this.startTurn();
    this.#send({ type: 'turn.update', transcript: text });
  }

  settle({ text }: HeardSpeech): void {
    this.startTurn();
    this.#isInTurn = false;
    this.#send({ type: 'turn.end', transcript: text });
  }

  startTurn(): void {
    if (!this.#isInTurn) this.#send({ type: 'turn.start' });
    this.#isInTurn = true;
  }

  endEagerly(transcript: string): void {
    this.#send({ type: 'turn.eager_end', transcript });
  }

  resume(): void {
    this.#send({ type: 'turn.resume' });
  }

  fail(statusCode: number, title: string, message: string): void {
    this.#send({ type: 'error', title, message, error_code: 'failed', status_code: statusCode });
    this.#socket.close(1011);
  }

  received(bytes: Buffer, isBinary: boolean): void {
    this.messages += 1;
    if (isBinary) {
      this.heardMs += bytes.length / this.#bytesPerMs;
      return;
    }
    const { type, turn } = JSON.parse(bytes.toString('utf8')) as { type: string; turn?: Partial<TurnSettings> };
    if (type === 'close') this.#socket.close(1000);
    else if (type === 'config') this.#configure({ ...this.settings, ...turn });
    else this.fail(400, 'Invalid command', `there is no ${type}`);
  }

  #configure(settings: TurnSettings): void {
    const {
      start_threshold: start,
      eager_end_threshold: eager,
      end_threshold: end,
      end_timeout_ms: timeoutMs,
    } = settings;
    const isInRange =
      eager >= 0.3 && eager <= 0.6 && end >= 0.05 && end <= 0.5 && timeoutMs >= 640 && timeoutMs <= 11_200;
    if (!(start > eager && eager > end && isInRange)) {
      this.fail(400, 'Invalid settings', 'start_threshold > eager_end_threshold > end_threshold');
      return;
    }
    this.settings = settings;
    if (end > DEFAULTS.end_threshold) this.finalizes += 1;
  }
}
