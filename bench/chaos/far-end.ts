import dgram from 'node:dgram';
import { type Behaviour, FarEndCall, type SeenCall } from './far-end-call.ts';
import { SilentMedia } from './silent-media.ts';
import { hasToTag, headerOf, parseSip, responseTo, type SipMessage, userOf } from './sip-message.ts';

/** What a callee with this number does; asked once for each INVITE. */
export type Plan = (number: string) => Behaviour;

/** Bursts while a service comes back must not be lost here: what the far end misses it cannot count. */
const RECEIVE_BUFFER_BYTES = 4 * 1024 * 1024;

/** Everyone who is called: a SIP peer on UDP that is never killed, and counts for itself. */
export class FarEnd {
  readonly #socket = dgram.createSocket({ type: 'udp4', recvBufferSize: RECEIVE_BUFFER_BYTES });
  readonly #calls = new Map<string, FarEndCall>();
  readonly #media: SilentMedia;
  readonly #plan: Plan;

  private constructor(media: SilentMedia, plan: Plan) {
    this.#media = media;
    this.#plan = plan;
    this.#socket.on('message', (datagram, source) => this.#receive(datagram, source));
    this.#socket.on('error', () => {});
  }

  static async start(plan: Plan): Promise<FarEnd> {
    const farEnd = new FarEnd(await SilentMedia.open(), plan);
    await new Promise<void>((resolve) => farEnd.#socket.bind(0, '127.0.0.1', resolve));
    return farEnd;
  }

  get port(): number {
    return this.#socket.address().port;
  }

  /** Every INVITE so far, one entry for each Call-ID, and one more for each further branch of it. */
  get seen(): SeenCall[] {
    return [...this.#calls.values()].flatMap((call) => [...call.branches].map(() => call.seen));
  }

  /** The call to this number, for a callee that is led by hand. */
  callTo(number: string): FarEndCall | undefined {
    return [...this.#calls.values()].find((call) => call.seen.number === number);
  }

  /** Answered, and never ended: by their own reckoning these two are still talking. */
  get open(): SeenCall[] {
    return [...this.#calls.values()].filter((call) => call.isOpen).map((call) => call.seen);
  }

  close(): void {
    for (const call of this.#calls.values()) call.close();
    this.#media.close();
    this.#socket.close();
  }

  #receive(datagram: Buffer, source: dgram.RemoteInfo): void {
    const message = parseSip(datagram);
    if (!message) return;
    const call = this.#calls.get(headerOf(message, 'call-id'));
    if (message.method === null) {
      const isFinalOfBye = message.status! >= 200 && headerOf(message, 'cseq').endsWith('BYE');
      if (isFinalOfBye) call?.onByeAnswered();
      return;
    }
    const reply = (status: number) => {
      this.#socket.send(responseTo(message, { status, tag: 'far-end' }), source.port, source.address);
    };
    if (message.method === 'INVITE' && !call) this.#begin(message, source);
    else if (!call) {
      if (message.method !== 'ACK') reply(message.method === 'OPTIONS' ? 200 : 481);
    } else this.#handOn(message, call, reply);
  }

  #begin(invite: SipMessage, source: dgram.RemoteInfo): void {
    const call = new FarEndCall(invite, {
      behaviour: this.#plan(userOf(invite.uri)),
      media: this.#media,
      ownAddress: `127.0.0.1:${this.port}`,
      send: (text) => this.#socket.send(text, source.port, source.address),
    });
    this.#calls.set(call.seen.sipCallId, call);
  }

  #handOn(message: SipMessage, call: FarEndCall, reply: (status: number) => void): void {
    if (message.method === 'INVITE') {
      if (hasToTag(message)) call.onReinvite(message);
      else call.onInviteRepeated(message);
    } else if (message.method === 'ACK') call.onAck();
    else if (message.method === 'CANCEL') call.onCancel(message);
    else if (message.method === 'BYE') call.onBye(message);
    else reply(200);
  }
}
