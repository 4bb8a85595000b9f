import {
  type CallEvent,
  type Hop,
  type IncomingCall,
  MediaNegotiation,
  openTcpTransport,
  UserAgent,
} from '@parley/sip';
import { freePort } from './ports.ts';

interface SipPeerOptions {
  port?: number;
  /** What it answers to every call; left out, it rings until the other side gives up. */
  refuses?: number;
  /** False: it answers 403 to everything, as trunks do that do not know us. */
  isOpen?: boolean;
  /** Besides UDP, at the same port. */
  takesTcp?: boolean;
}

/** A PBX or a provider at the other end of a trunk, without audio. */
export class SipPeer {
  readonly port: number;
  readonly calls: IncomingCall[] = [];
  readonly #userAgent: UserAgent;
  readonly #waiting: (() => void)[] = [];
  #taken = 0;

  private constructor(userAgent: UserAgent) {
    this.#userAgent = userAgent;
    this.port = userAgent.port;
  }

  static async start({
    port: wanted,
    refuses,
    isOpen = true,
    takesTcp = false,
  }: SipPeerOptions = {}): Promise<SipPeer> {
    const port = wanted ?? (await freePort());
    const userAgent = await UserAgent.start({
      host: '127.0.0.1',
      port,
      listeners: takesTcp ? [{ port, open: (local, receive) => openTcpTransport(local, receive) }] : [],
      userAgentName: 'peer',
      isTrusted: () => isOpen,
      onInvite: (call) => {
        peer.#note(call);
        if (refuses === undefined) call.ring();
        else call.reject(refuses);
      },
    });
    const peer = new SipPeer(userAgent);
    return peer;
  }

  /** The next call that comes to it. */
  async next(): Promise<IncomingCall> {
    while (this.calls.length <= this.#taken) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    this.#taken += 1;
    return this.calls[this.#taken - 1]!;
  }

  /** Calls a number at this SIP port, and tells how far it came: answered (and hung up again), or the status that refused it. */
  async call(port: number, to: string, from = '+4930999999'): Promise<'answered' | number> {
    return this.callUri(`sip:${to}@127.0.0.1:${port}`, { protocol: 'udp', host: '127.0.0.1', port }, from);
  }

  /** The same with a Request-URI as it is. */
  async callUri(uri: string, destination: Hop, from = '+4930999999'): Promise<'answered' | number> {
    const { host } = this.#userAgent;
    const call = this.#userAgent.invite({
      uri,
      from: { uri: `sip:${from}@${host}` },
      destination,
      sdp: new MediaNegotiation({ address: host, port: 9, codecs: ['PCMU'] }).offer(),
    });
    const outcome = await new Promise<'answered' | number>((resolve) => {
      call.on((event: CallEvent) => {
        if (event.type === 'answered') resolve('answered');
        if (event.type === 'ended') resolve(event.cause.kind === 'rejected' ? event.cause.status : 0);
      });
    });
    if (outcome === 'answered') await call.hangUp();
    return outcome;
  }

  close(): Promise<void> {
    return this.#userAgent.close();
  }

  #note(call: IncomingCall): void {
    this.calls.push(call);
    for (const wake of this.#waiting.splice(0)) wake();
  }
}
