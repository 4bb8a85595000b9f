import dgram from 'node:dgram';
import { once } from 'node:events';
import net from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

const SDP = [
  'v=0',
  'o=- 1 1 IN IP4 127.0.0.1',
  's=-',
  'c=IN IP4 127.0.0.1',
  't=0 0',
  'm=audio 9 RTP/AVP 0', // the discard port
  '',
].join('\r\n');

/** How a set-up is not gone through with. */
type Abort =
  | 'cancelled' // CANCEL when it rings, and the ACK of the 487
  | 'repeated' // the INVITE comes three times before it
  | 'refusal unacknowledged' // CANCEL, and no ACK
  | 'answer unacknowledged'; // the 200 gets no ACK, and the BYE no response

/** Out of ten. */
const ABORTS: readonly Abort[] = [
  'cancelled',
  'repeated',
  'refusal unacknowledged',
  'cancelled',
  'repeated',
  'cancelled',
  'answer unacknowledged',
  'repeated',
  'refusal unacknowledged',
  'cancelled',
];
/** As many set-ups as one connection that stops in the middle of its INVITE. */
const SETUPS_A_CONNECTION = 100;
const TICK_MS = 5;

export interface AbortingPeerOptions {
  /** Port on 127.0.0.1 that is called, over UDP and TCP. */
  readonly target: number;
  /** Port that calls; 0: any. */
  readonly port: number;
  readonly number: string;
}

/** A peer that begins calls and goes through with none of them. It remembers nothing of them: what it needs is in the responses. */
export class AbortingPeer {
  readonly #options: AbortingPeerOptions;
  readonly #socket: dgram.Socket;
  readonly #connections = new Set<net.Socket>();
  #begun = 0;
  /** Final responses to INVITE, by status, without copies where they are acknowledged. */
  readonly statuses: Record<string, number> = {};

  private constructor(options: AbortingPeerOptions, socket: dgram.Socket) {
    this.#options = options;
    this.#socket = socket;
    socket.on('message', (datagram) => this.#onResponse(datagram.toString('latin1')));
  }

  static async open(options: AbortingPeerOptions): Promise<AbortingPeer> {
    const socket = dgram.createSocket({ type: 'udp4', recvBufferSize: 1 << 20, sendBufferSize: 1 << 20 });
    socket.bind(options.port, '127.0.0.1');
    await once(socket, 'listening');
    return new AbortingPeer(options, socket);
  }

  /** Whether a set-up is of those that are to be answered. */
  static wantsAnswer(callId: string): boolean {
    return ABORTS[Number(/-(\d)@/.exec(callId)?.[1])] === 'answer unacknowledged';
  }

  async run(setups: number, perSecond: number): Promise<void> {
    const startedMs = performance.now();
    for (let done = 0; done < setups; ) {
      const due = Math.min(setups, ((performance.now() - startedMs) / 1000) * perSecond);
      for (; done < due; done += 1) this.#begin();
      await delay(TICK_MS);
    }
  }

  /** Connections that the other side has not closed. */
  get openConnections(): number {
    return this.#connections.size;
  }

  close(): void {
    this.#socket.close();
    for (const connection of this.#connections) connection.destroy();
  }

  #begin(): void {
    this.#begun += 1;
    const abort = ABORTS[this.#begun % ABORTS.length]!;
    const invite = this.#request('INVITE', `${this.#begun}-${ABORTS.indexOf(abort)}`, '', SDP);
    for (let copies = abort === 'repeated' ? 3 : 1; copies > 0; copies -= 1) this.#send(invite);
    if (this.#begun % SETUPS_A_CONNECTION === 0) this.#beginOverTcp(invite);
  }

  #beginOverTcp(invite: string): void {
    const connection = net.connect(this.#options.target, '127.0.0.1');
    this.#connections.add(connection);
    connection.on('error', () => {}).on('close', () => this.#connections.delete(connection));
    connection.write(invite.slice(0, invite.length / 2));
  }

  #onResponse(message: string): void {
    const status = /^SIP\/2\.0 (\d{3})/.exec(message)?.[1];
    const [, id, abort] = /^Call-ID: (\d+-(\d))@/im.exec(message) ?? [];
    if (status === undefined || id === undefined || !/^CSeq: 1 INVITE/im.test(message)) return;
    const how = ABORTS[Number(abort)]!;
    if (status === '180' && how !== 'answer unacknowledged') this.#send(this.#request('CANCEL', id, ''));
    if (status < '200') return;
    this.statuses[status] = (this.statuses[status] ?? 0) + 1;
    const isAcknowledged = how === 'cancelled' || how === 'repeated';
    const toTag = /^To: .*(;tag=[^;\r]+)/im.exec(message)?.[1] ?? '';
    if (isAcknowledged) this.#send(this.#request('ACK', id, toTag));
  }

  /** All of one set-up have one branch (RFC 3261 sections 9.1 and 17.1.1.3). */
  #request(method: string, id: string, toTag: string, body = ''): string {
    const { number, target } = this.#options;
    const { port } = this.#socket.address();
    return [
      `${method} sip:${number}@127.0.0.1:${target} SIP/2.0`,
      `Via: SIP/2.0/UDP 127.0.0.1:${port};branch=z9hG4bK${id}`,
      'Max-Forwards: 70',
      `From: <sip:+14155550199@127.0.0.1>;tag=${id}`,
      `To: <sip:${number}@127.0.0.1:${target}>${toTag}`,
      `Call-ID: ${id}@aborted`,
      `CSeq: 1 ${method}`,
      `Contact: <sip:+14155550199@127.0.0.1:${port}>`,
      ...(body === '' ? [] : ['Content-Type: application/sdp']),
      `Content-Length: ${body.length}`,
      '',
      body,
    ].join('\r\n');
  }

  #send(message: string): void {
    this.#socket.send(message, this.#options.target, '127.0.0.1');
  }
}
