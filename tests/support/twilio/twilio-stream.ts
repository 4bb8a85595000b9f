import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { WebSocket } from 'ws';
import { type CalleeFrame, CarrierStream, FRAME_MS } from '../carriers/carrier-stream.ts';

export interface StreamOf {
  accountSid: string;
  callSid: string;
  lagMs: number;
}

/** Twilio's end of a media stream. */
export class TwilioStream extends CarrierStream {
  readonly #call: StreamOf;
  readonly #streamSid = `MZ${randomBytes(16).toString('hex')}`;
  #sequence = 0;

  private constructor(socket: WebSocket, call: StreamOf) {
    super(socket, call.lagMs);
    this.#call = call;
    this.send({ event: 'connected', protocol: 'Call', version: '1.0.0' });
    const { accountSid, callSid } = call;
    this.#sendNumbered({
      event: 'start',
      start: {
        ...{ accountSid, streamSid: this.#streamSid, callSid, tracks: ['inbound'], customParameters: {} },
        mediaFormat: { encoding: 'audio/x-mulaw', sampleRate: 8000, channels: 1 },
      },
    });
  }

  /** @throws when the address takes no WebSocket */
  static async open(url: string, call: StreamOf): Promise<TwilioStream> {
    const socket = new WebSocket(url, { headers: { 'user-agent': 'Twilio.TmeWs/1.0' }, perMessageDeflate: false });
    await once(socket, 'open');
    return new TwilioStream(socket, call);
  }

  press(digit: string): void {
    this.#sendNumbered({ event: 'dtmf', dtmf: { track: 'inbound_track', digit } });
  }

  protected sendMark(name: string): void {
    this.#sendNumbered({ event: 'mark', mark: { name } });
  }

  protected sendFrame({ chunk, payload }: CalleeFrame): void {
    const timestamp = String(chunk * FRAME_MS);
    this.#sendNumbered({ event: 'media', media: { track: 'inbound', chunk: String(chunk), timestamp, payload } });
  }

  protected sendStop(): void {
    const { accountSid, callSid } = this.#call;
    this.#sendNumbered({ event: 'stop', stop: { accountSid, callSid } });
  }

  protected faultOf(message: any): string | null {
    return message.streamSid === this.#streamSid ? null : '31951 invalid streamSid';
  }

  #sendNumbered(message: { event: string; [field: string]: unknown }): void {
    this.#sequence += 1;
    this.send({ ...message, sequenceNumber: String(this.#sequence), streamSid: this.#streamSid });
  }
}
