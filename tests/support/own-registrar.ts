import { createHash, randomUUID } from 'node:crypto';
import dgram from 'node:dgram';
import { EventEmitter, once } from 'node:events';
import net from 'node:net';
import { parseMessage, type SipRequest } from '@parley/sip';

interface OwnRegistrarOptions {
  login: { username: string; password: string };
  /** False: it knows no bulk registrations, and refuses what requires them (420). */
  takesBulk?: boolean;
  transports?: readonly ('udp' | 'tcp')[];
  /** It takes flows that are offered (RFC 5626): calls would come over them. */
  keepsFlows?: boolean;
}

/** A registrar that keeps to RFC 3261 section 10.3 and RFC 6140 section 5 to the letter, over UDP and TCP at one port of 127.0.0.1. */
export class OwnRegistrar {
  readonly port: number;
  /** All REGISTERs with a Contact that it took, in order. */
  readonly taken: SipRequest[] = [];
  /** What did not keep to the standards. */
  readonly faults: string[] = [];
  /** The URIs that calls go to, for the one address of record that it has. */
  readonly bindings = new Map<string, { callId: string; sequence: number }>();
  readonly #options: OwnRegistrarOptions;
  readonly #events = new EventEmitter();
  readonly #udp: dgram.Socket | null;
  #tcp: net.Server | null;
  readonly #connections = new Set<net.Socket>();
  readonly #nonce = randomUUID();

  static async start(port: number, options: OwnRegistrarOptions): Promise<OwnRegistrar> {
    const transports = options.transports ?? ['udp', 'tcp'];
    const udp = transports.includes('udp') ? dgram.createSocket('udp4') : null;
    const tcp = transports.includes('tcp') ? net.createServer() : null;
    const registrar = new OwnRegistrar(port, { udp, tcp }, options);
    if (udp) {
      udp.bind(port, '127.0.0.1');
      await once(udp, 'listening');
    }
    if (tcp) {
      tcp.listen(port, '127.0.0.1');
      await once(tcp, 'listening');
    }
    return registrar;
  }

  private constructor(
    port: number,
    { udp, tcp }: { udp: dgram.Socket | null; tcp: net.Server | null },
    options: OwnRegistrarOptions,
  ) {
    this.port = port;
    this.#options = options;
    this.#udp = udp;
    this.#tcp = tcp;
    udp?.on('message', (bytes, { port: from, address }) =>
      this.#receive(bytes, (response) => udp.send(response, from, address)),
    );
    tcp?.on('connection', (socket) => this.#serve(socket));
  }

  /** Where calls to a number go: the number takes its place in the contact of all numbers (RFC 6140 section 5.3). */
  targetsOf(number: string): string[] {
    return [...this.bindings.keys()].map((uri) =>
      /;bnc(;|$)/.test(uri) ? uri.replace(/;bnc(?=;|$)/, '').replace('sip:', `sip:${number}@`) : uri,
    );
  }

  /** Resolves when its bindings are as wanted. */
  async when(isWanted: (uris: string[]) => boolean): Promise<void> {
    while (!isWanted([...this.bindings.keys()])) await once(this.#events, 'changed');
  }

  /** Its connections end, and it takes no other. */
  async closeTcp(): Promise<void> {
    const server = this.#tcp;
    if (!server) return;
    this.#tcp = null;
    const closed = new Promise((resolve) => server.close(resolve));
    for (const socket of this.#connections) socket.destroy();
    await closed;
  }

  async close(): Promise<void> {
    await this.closeTcp();
    await new Promise<void>((resolve) => (this.#udp ? this.#udp.close(resolve) : resolve()));
  }

  #serve(socket: net.Socket): void {
    this.#connections.add(socket);
    socket.on('close', () => this.#connections.delete(socket));
    socket.on('error', () => {});
    let text = '';
    socket.on('data', (data: Buffer) => {
      text = (text + data.toString()).replace(/^\r\n/, '');
      for (let end = text.indexOf('\r\n\r\n'); end >= 0; end = text.indexOf('\r\n\r\n')) {
        const message = text.slice(0, end + 4); // none that comes here has a body
        text = text.slice(end + 4);
        if (message.trim() !== '') this.#receive(Buffer.from(message), (response) => socket.write(response));
      }
    });
  }

  #receive(bytes: Buffer, send: (response: string) => void): void {
    const result = parseMessage(bytes);
    if (result.kind !== 'message' || result.message.kind !== 'request') return;
    const request = result.message;
    const [status, ...headers] = request.method === 'REGISTER' ? this.#register(request) : ['200 OK'];
    const via = request.headers.all('via').map((value) => `Via: ${value}`);
    const same = ['From', 'Call-ID', 'CSeq'].map((name) => `${name}: ${request.headers.get(name.toLowerCase())}`);
    const to = `To: ${request.headers.get('to')};tag=registrar`;
    send([`SIP/2.0 ${status}`, ...via, ...same, to, ...headers, 'Content-Length: 0', '', ''].join('\r\n'));
  }

  #register(request: SipRequest): [string, ...string[]] {
    const wantsBulk = ['require', 'proxy-require'].filter((name) => request.headers.all(name).includes('gin'));
    if (wantsBulk.length > 0 && !this.#options.takesBulk) return ['420 Bad Extension', 'Unsupported: gin'];
    if (wantsBulk.length === 1) return this.#refuse('gin is required of the registrar or of proxies alone');
    if (!this.#isKnown(request)) {
      return ['401 Unauthorized', `WWW-Authenticate: Digest realm="own", nonce="${this.#nonce}", algorithm=MD5`];
    }
    const isBulk = wantsBulk.length > 0;
    if (isBulk && !request.headers.all('supported').includes('path')) return this.#refuse('path is not supported');
    let isFlow = false;
    for (const contact of request.headers.all('contact')) {
      const uri = /<([^>]+)>/.exec(contact)?.[1] ?? contact;
      if (isBulk !== /;bnc(;|$)/.test(uri)) return this.#refuse(`${uri} and gin do not go together`);
      if (isBulk && uri.includes('@')) return this.#refuse(`${uri} has a user`);
      const expires = /;expires=(\d+)/.exec(contact)?.[1] ?? request.headers.get('expires') ?? '3600';
      const known = this.bindings.get(uri);
      const { callId, cseq } = request;
      if (known?.callId === callId && known.sequence >= cseq.number) return ['500 Out Of Order'];
      if (expires === '0') this.bindings.delete(uri);
      else this.bindings.set(uri, { callId, sequence: cseq.number });
      isFlow ||= this.#options.keepsFlows === true && contact.includes(';reg-id=');
    }
    if (request.headers.has('contact')) {
      this.taken.push(request);
      this.#events.emit('changed');
    }
    const bindings = [...this.bindings.keys()].map((uri) => `Contact: <${uri}>;expires=60`);
    return ['200 OK', ...bindings, ...(isFlow ? ['Require: outbound'] : [])];
  }

  #refuse(fault: string): [string] {
    this.faults.push(fault);
    return ['400 Bad Request'];
  }

  /** RFC 2617 section 3.2.2, without qop. */
  #isKnown(request: SipRequest): boolean {
    const { username, password } = this.#options.login;
    const fields = new Map(
      [...(request.headers.get('authorization') ?? '').matchAll(/(\w+)="([^"]*)"/g)].map(([, name, value]) => [
        name,
        value,
      ]),
    );
    const md5 = (text: string) => createHash('md5').update(text).digest('hex');
    const secret = md5(`${username}:own:${password}`);
    const expected = md5(`${secret}:${this.#nonce}:${md5(`REGISTER:${fields.get('uri')}`)}`);
    return fields.get('username') === username && fields.get('response') === expected;
  }
}
