import type { SipMessage, SipRequest, SipResponse } from '../messages/message.ts';
import { parseMessage } from '../messages/parse-message.ts';
import type { Hop, HostPort, Protocol, Transport } from '../transports/transport.ts';
import type { VirtualNetwork } from './virtual-network.ts';

export const SAMPLE_SDP = [
  'v=0',
  'o=- 7 1 IN IP4 192.0.2.9',
  's=-',
  'c=IN IP4 192.0.2.9',
  't=0 0',
  'm=audio 40100 RTP/AVP 0 101',
  'a=rtpmap:101 telephone-event/8000',
  '',
].join('\r\n');

/** A peer that says exactly what a test makes it say. */
export class ScriptedPeer {
  readonly received: SipMessage[] = [];
  readonly malformed: string[] = [];
  readonly #transport: Transport;

  static async open(network: VirtualNetwork, local: HostPort, protocol: Protocol = 'udp'): Promise<ScriptedPeer> {
    const peer: { current: ScriptedPeer | null } = { current: null };
    const transport = await network.over(protocol)(local, (bytes) => peer.current?.take(bytes));
    peer.current = new ScriptedPeer(transport);
    return peer.current;
  }

  private constructor(transport: Transport) {
    this.#transport = transport;
  }

  get host(): string {
    return this.#transport.host;
  }

  get port(): number {
    return this.#transport.port;
  }

  get hop(): Hop {
    return { protocol: this.#transport.protocol, host: this.host, port: this.port };
  }

  send(to: HostPort, lines: readonly string[], body = ''): void {
    const length = lines.some((line) => /^(content-length|l)\s*:/i.test(line))
      ? []
      : [`Content-Length: ${body.length}`];
    this.#transport.send(
      Buffer.from([...lines, ...length, '', body].join('\r\n')),
      { protocol: 'udp', host: to.host, port: to.port },
      () => {},
    );
  }

  get requests(): SipRequest[] {
    return this.received.filter((message) => message.kind === 'request');
  }

  get responses(): SipResponse[] {
    return this.received.filter((message) => message.kind === 'response');
  }

  methods(): string[] {
    return this.requests.map((request) => request.method);
  }

  statuses(method?: string): number[] {
    return this.responses
      .filter((response) => method === undefined || response.cseq.method === method)
      .map((response) => response.status);
  }

  lastRequest(method: string): SipRequest {
    const request = this.requests.findLast((candidate) => candidate.method === method);
    if (!request) throw new Error(`no ${method} came, but ${this.methods().join(', ') || 'nothing'}`);
    return request;
  }

  lastResponse(method: string): SipResponse {
    const response = this.responses.findLast((candidate) => candidate.cseq.method === method);
    if (!response) throw new Error(`no response to ${method} came`);
    return response;
  }

  /** Responds to a request as a phone behind no proxy would. */
  respond(
    request: SipRequest,
    status: number,
    options: { tag?: string; sdp?: string; contentType?: string; headers?: string[] } = {},
  ): void {
    const local = request.headers.get('to') ?? '';
    const lines = [
      `SIP/2.0 ${status} Whatever`,
      ...request.headers.all('via').map((via) => `Via: ${via}`),
      `From: ${request.headers.get('from')}`,
      `To: ${local}${options.tag && request.toTag === null ? `;tag=${options.tag}` : ''}`,
      `Call-ID: ${request.callId}`,
      `CSeq: ${request.headers.get('cseq')}`,
      ...(status < 300 && status > 100 ? [`Contact: <sip:peer@${this.host}:${this.port}>`] : []),
      ...(options.headers ?? []),
      ...(options.sdp ? [`Content-Type: ${options.contentType ?? 'application/sdp'}`] : []),
    ];
    this.send(portOf(request), lines, options.sdp);
  }

  private take(bytes: Buffer): void {
    const result = parseMessage(bytes);
    if (result.kind === 'message') this.received.push(result.message);
    else this.malformed.push(bytes.toString());
  }
}

/** The sender of the request: the top Via says it. */
function portOf(request: SipRequest): HostPort {
  const { host, port } = request.topVia;
  return { host, port: port ?? 5060 };
}
