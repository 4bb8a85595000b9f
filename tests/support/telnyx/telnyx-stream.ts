import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { WebSocket } from 'ws';
import { type CalleeFrame, CarrierStream, FRAME_MS } from '../carriers/carrier-stream.ts';

/** Telnyx takes no less of RTP's payload at once: 20 ms of µ-law. */
const SMALLEST_CHUNK_BYTES = 160;

export interface StreamOf {
  callControlId: string;
  clientState: string | null;
  lagMs: number;
  /** Every other chunk is sent before the one that it follows. */
  isOutOfOrder: boolean;
}

/** Telnyx's end of a media stream. */
export class TelnyxStream extends CarrierStream {
  readonly #call: StreamOf;
  readonly #streamId = randomUUID();
  #sequence = 0;
  #held: CalleeFrame | null = null;

  private constructor(socket: WebSocket, call: StreamOf) {
    super(socket, call.lagMs);
    this.#call = call;
    this.send({ event: 'connected', version: '1.0.0' });
    this.#sendNumbered({
      event: 'start',
      start: {
        ...{ user_id: randomUUID(), call_control_id: call.callControlId, client_state: call.clientState },
        media_format: { encoding: 'PCMU', sample_rate: 8000, channels: 1 },
      },
    });
  }

  /** @throws when the address takes no WebSocket */
  static async open(url: string, call: StreamOf): Promise<TelnyxStream> {
    const socket = new WebSocket(url, { perMessageDeflate: false });
    await once(socket, 'open');
    return new TelnyxStream(socket, call);
  }

  press(digit: string): void {
    this.#sendNumbered({ event: 'dtmf', occurred_at: new Date().toISOString(), dtmf: { digit } });
  }

  protected sendMark(name: string): void {
    this.#sendNumbered({ event: 'mark', mark: { name } });
  }

  protected sendFrame(frame: CalleeFrame): void {
    if (this.#call.isOutOfOrder && this.#held === null) {
      this.#held = frame;
      return;
    }
    for (const { chunk, payload } of [frame, ...(this.#held ? [this.#held] : [])]) {
      const media = { track: 'inbound', chunk: String(chunk), timestamp: String(chunk * FRAME_MS), payload };
      this.#sendNumbered({ event: 'media', media });
    }
    this.#held = null;
  }

  protected sendStop(): void {
    this.#sendNumbered({ event: 'stop', stop: { call_control_id: this.#call.callControlId } });
  }

  /** Telnyx says what it does not take by an `error`, and goes on. */
  protected faultOf(message: any): string | null {
    if (message.event !== 'media') return null;
    const bytes = Buffer.from(message.media?.payload ?? '', 'base64').length;
    return bytes < SMALLEST_CHUNK_BYTES ? '100004 a chunk of less than 20 ms' : null;
  }

  #sendNumbered(message: { event: string; [field: string]: unknown }): void {
    this.#sequence += 1;
    this.send({ ...message, sequence_number: String(this.#sequence), stream_id: this.#streamId });
  }
}
