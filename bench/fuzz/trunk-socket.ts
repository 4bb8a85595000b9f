import dgram from 'node:dgram';
import { once } from 'node:events';
import { UserAgent } from '@parley/sip';

const OWN_CALL = /^(?:Call-ID|i)\s*:\s*(\S+)/im;
const PROBE = 'probe-';
/** What a busy host may take; a datagram that the system has dropped is sent again. */
const PROBE_AGAIN_MS = 1000;

/** The trunk's address: its own calls, and everything else that is sent from there. */
export class TrunkSocket {
  readonly #socket: dgram.Socket;
  readonly #target: number;
  readonly #probes = new Map<string, () => void>();
  #probed = 0;
  /** Takes the trunk's own calls. */
  agent!: UserAgent;
  readonly #ownCalls = new Set<string>();

  private constructor(socket: dgram.Socket, target: number) {
    this.#socket = socket;
    this.#target = target;
  }

  static async open(port: number, target: number): Promise<TrunkSocket> {
    const socket = dgram.createSocket({ type: 'udp4', recvBufferSize: 4 << 20, sendBufferSize: 4 << 20 });
    socket.bind(port, '127.0.0.1');
    await once(socket, 'listening');
    const trunk = new TrunkSocket(socket, target);
    await trunk.#openAgent(port);
    return trunk;
  }

  get port(): number {
    return this.#socket.address().port;
  }

  /** Responses to it belong to no call, and are let go. */
  send(datagram: Buffer): void {
    this.#socket.send(datagram, this.#target, '127.0.0.1');
  }

  /** The messages of this call are the user agent's. */
  keep(callId: string): void {
    this.#ownCalls.add(callId);
  }

  /** Resolves when everything that was sent before has been looked at: with how long that took, ms. */
  async probe(): Promise<number> {
    this.#probed += 1;
    const id = `${PROBE}${this.#probed}`;
    const answered = Promise.withResolvers<void>();
    this.#probes.set(id, answered.resolve);
    const startedMs = performance.now();
    const ask = () => this.send(this.#options(id));
    ask();
    const again = setInterval(ask, PROBE_AGAIN_MS);
    await answered.promise;
    clearInterval(again);
    return performance.now() - startedMs;
  }

  async close(): Promise<void> {
    await this.agent.close();
    this.#socket.close();
  }

  async #openAgent(port: number): Promise<void> {
    this.agent = await UserAgent.start(
      { host: '127.0.0.1', port, userAgentName: 'trunk', onInvite: (call) => call.reject(486) },
      {
        openTransport: async (local, receive) => {
          this.#socket.on('message', (bytes, { address: host, port: from }) => {
            const callId = OWN_CALL.exec(bytes.toString('latin1'))?.[1] ?? '';
            if (this.#ownCalls.has(callId)) receive(bytes, { protocol: 'udp', host, port: from });
            this.#probes.get(callId)?.();
            this.#probes.delete(callId);
          });
          return {
            ...{ protocol: 'udp' as const, ...local },
            send: (bytes, hop) => this.#socket.send(bytes, hop.port, hop.host),
            close: async () => {},
          };
        },
      },
    );
  }

  #options(id: string): Buffer {
    return Buffer.from(
      [
        `OPTIONS sip:127.0.0.1:${this.#target} SIP/2.0`,
        `Via: SIP/2.0/UDP 127.0.0.1:${this.port};branch=z9hG4bK${id}`,
        'Max-Forwards: 70',
        `From: <sip:trunk@127.0.0.1>;tag=${id}`,
        `To: <sip:127.0.0.1:${this.#target}>`,
        `Call-ID: ${id}`,
        'CSeq: 1 OPTIONS',
        'Content-Length: 0',
        '',
        '',
      ].join('\r\n'),
    );
  }
}
