import { isIPv4, isIPv6 } from 'node:net';

const bitsOf = (address: string) => address.split('.').reduce((bits, octet) => (bits << 8) | Number(octet), 0) >>> 0;

/** The eight groups of an address of IPv6, of which `::` leaves out some. */
function longBitsOf(address: string): bigint {
  const [head = '', tail] = address.split('::');
  const groupsOf = (text = '') => (text === '' ? [] : text.split(':').flatMap(groupOf));
  const [before, after] = [groupsOf(head), groupsOf(tail)];
  const groups = [...before, ...Array<number>(8 - before.length - after.length).fill(0), ...after];
  return groups.reduce((bits, group) => (bits << 16n) | BigInt(group), 0n);
}

/** Its last 32 bits may be written as an address of IPv4 is (RFC 4291 section 2.2). */
function groupOf(text: string): number[] {
  if (!isIPv4(text)) return [Number.parseInt(text, 16)];
  const bits = bitsOf(text);
  return [bits >>> 16, bits & 0xffff];
}

/** What belongs to addresses and networks. Asked for each message: a look-up for each length of a prefix, however many there are. */
export class Networks<Value> {
  /** By the length of the prefix, then by the bits of the network. */
  readonly #short = new Map<number, Map<number, Value[]>>();
  readonly #long = new Map<number, Map<bigint, Value[]>>();

  get isEmpty(): boolean {
    return this.#short.size === 0 && this.#long.size === 0;
  }

  /** A network such as `192.0.2.0/24` or `2001:db8::/48`, or an address. */
  add(network: string, value: Value): void {
    const [address = '', length] = network.split('/');
    if (isIPv6(address)) {
      const prefix = Number(length ?? 128);
      addTo(this.#long, prefix, longBitsOf(address) >> BigInt(128 - prefix), value);
    } else {
      const prefix = Number(length ?? 32);
      addTo(this.#short, prefix, leading(bitsOf(address), prefix), value);
    }
  }

  /** Of every network that the address is in. */
  *at(address: string): Generator<Value> {
    if (this.#short.size > 0 && isIPv4(address)) {
      const bits = bitsOf(address);
      for (const [prefix, networks] of this.#short) yield* networks.get(leading(bits, prefix)) ?? [];
    }
    if (this.#long.size > 0 && isIPv6(address) && !address.includes('%')) {
      const bits = longBitsOf(address);
      for (const [prefix, networks] of this.#long) yield* networks.get(bits >> BigInt(128 - prefix)) ?? [];
    }
  }
}

/** A shift by 32 shifts nothing. */
const leading = (bits: number, prefix: number) => (prefix === 0 ? 0 : bits >>> (32 - prefix));

function addTo<Key, Value>(prefixes: Map<number, Map<Key, Value[]>>, prefix: number, key: Key, value: Value): void {
  const networks = prefixes.get(prefix) ?? new Map<Key, Value[]>();
  prefixes.set(prefix, networks);
  const values = networks.get(key);
  if (values) values.push(value);
  else networks.set(key, [value]);
}
