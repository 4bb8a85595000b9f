import dgram from 'node:dgram';
import { once } from 'node:events';

interface ServiceRecord {
  priority: number;
  weight: number;
  port: number;
  name: string;
}

interface NamingRecord {
  order: number;
  preference: number;
  service: string;
  replacement: string;
}

/** What the server knows. Every other name does not exist. */
export interface Zone {
  a: Readonly<Record<string, string>>;
  /** As they are written in full, such as `0:0:0:0:0:0:0:1`. */
  aaaa?: Readonly<Record<string, string>>;
  srv: Readonly<Record<string, readonly ServiceRecord[]>>;
  /** With the flag `s`. */
  naptr?: Readonly<Record<string, readonly NamingRecord[]>>;
}

const TYPE_A = 1;
const TYPE_AAAA = 28;
const TYPE_SRV = 33;
const TYPE_NAPTR = 35;
const CLASS_IN = 1;
const TTL_S = 60;
const HEADER_BYTES = 12;
const NAME_ERROR = 3;

/** A DNS server on loopback, over UDP: RFC 1035 section 4, with A, AAAA (RFC 3596), SRV (RFC 2782) and NAPTR (RFC 3403). */
export class DnsServer {
  readonly #socket = dgram.createSocket('udp4');
  readonly #zone: Zone;
  /** The names that were asked for. */
  readonly asked: string[] = [];

  private constructor(zone: Zone) {
    this.#zone = zone;
    this.#socket.on('message', (query, { address, port }) => this.#socket.send(this.#respond(query), port, address));
  }

  static async start(zone: Zone): Promise<DnsServer> {
    const server = new DnsServer(zone);
    server.#socket.bind(0, '127.0.0.1');
    await once(server.#socket, 'listening');
    return server;
  }

  /** `address:port`. */
  get address(): string {
    return `127.0.0.1:${this.#socket.address().port}`;
  }

  async close(): Promise<void> {
    await new Promise<void>((resolve) => this.#socket.close(() => resolve()));
  }

  #respond(query: Buffer): Buffer {
    const { name, end } = readName(query, HEADER_BYTES);
    const type = query.readUInt16BE(end);
    this.asked.push(name);
    const { a, aaaa = {}, srv, naptr = {} } = this.#zone;
    const records: Readonly<Record<number, () => Buffer[]>> = {
      [TYPE_A]: () => [a[name]].flatMap(addressData),
      [TYPE_AAAA]: () => [aaaa[name]].flatMap(longAddressData),
      [TYPE_SRV]: () => (srv[name] ?? []).map(srvData),
      [TYPE_NAPTR]: () => (naptr[name] ?? []).map(naptrData),
    };
    const data = records[type]?.() ?? [];
    const isKnown = [a, aaaa, srv, naptr].some((names) => name in names);
    const header = Buffer.from(query.subarray(0, HEADER_BYTES));
    header.writeUInt16BE(0x8580 | (isKnown ? 0 : NAME_ERROR), 2); // a response, authoritative, recursion where it was wanted
    header.writeUInt16BE(1, 4);
    header.writeUInt16BE(data.length, 6);
    header.fill(0, 8);
    return Buffer.concat([header, query.subarray(HEADER_BYTES, end + 4), ...data.map((each) => record(type, each))]);
  }
}

function readName(message: Buffer, start: number): { name: string; end: number } {
  const labels: string[] = [];
  let at = start;
  for (let length = message[at]!; length > 0; length = message[at]!) {
    labels.push(message.toString('ascii', at + 1, at + 1 + length));
    at += 1 + length;
  }
  return { name: labels.join('.').toLowerCase(), end: at + 1 };
}

function writeName(name: string): Buffer {
  const labels = name.split('.').map((label) => Buffer.concat([Buffer.from([label.length]), Buffer.from(label)]));
  return Buffer.concat([...labels, Buffer.from([0])]);
}

function addressData(address: string | undefined): Buffer[] {
  return address === undefined ? [] : [Buffer.from(address.split('.').map(Number))];
}

function longAddressData(address: string | undefined): Buffer[] {
  if (address === undefined) return [];
  return [Buffer.concat(address.split(':').map((group) => Buffer.from(group.padStart(4, '0'), 'hex')))];
}

function naptrData({ order, preference, service, replacement }: NamingRecord): Buffer {
  const numbers = Buffer.alloc(4);
  numbers.writeUInt16BE(order, 0);
  numbers.writeUInt16BE(preference, 2);
  const strings = ['s', service, ''].map((text) => Buffer.from([text.length, ...Buffer.from(text)]));
  return Buffer.concat([numbers, ...strings, writeName(replacement)]);
}

function srvData({ priority, weight, port, name }: ServiceRecord): Buffer {
  const numbers = Buffer.alloc(6);
  for (const [index, value] of [priority, weight, port].entries()) numbers.writeUInt16BE(value, index * 2);
  return Buffer.concat([numbers, writeName(name)]);
}

/** Of the name in the question, to which the pointer leads (section 4.1.4). */
function record(type: number, data: Buffer): Buffer {
  const head = Buffer.alloc(12);
  head.writeUInt16BE(0xc000 | HEADER_BYTES, 0);
  head.writeUInt16BE(type, 2);
  head.writeUInt16BE(CLASS_IN, 4);
  head.writeUInt32BE(TTL_S, 6);
  head.writeUInt16BE(data.length, 10);
  return Buffer.concat([head, data]);
}
