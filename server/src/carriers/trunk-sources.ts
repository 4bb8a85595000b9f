import { isIPv4 } from 'node:net';
import type { Trunk } from '@parley/contract';
import type { Place } from './trunk-holders.ts';

type Transport = Trunk['transport'];

/** Where a message came from. */
export interface MessageSource {
  readonly protocol: Transport;
  readonly host: string;
  readonly port: number;
}

/** A trunk as far as where its messages come from. */
export interface TrunkSource {
  readonly trunkId: string;
  readonly transport: Transport;
  /** Where it sends from: datagrams with its own port; connections begin at any, and their addresses cannot be forged. */
  readonly places: readonly Place[];
  /** IPv4 addresses and networks that it sends from with any port. */
  readonly networks: readonly string[];
}

const NONE: readonly string[] = [];

const bitsOf = (address: string) => address.split('.').reduce((bits, octet) => (bits << 8) | Number(octet), 0) >>> 0;
const masked = (bits: number, prefix: number) => (prefix === 0 ? 0 : (bits >>> (32 - prefix)) << (32 - prefix)) >>> 0;

/** From the least protected on: a trunk is believed over its own transport, and over those that are safer. */
const TRANSPORTS: readonly Transport[] = ['udp', 'tcp', 'tls'];
const believedOver = (transport: Transport) => TRANSPORTS.slice(TRANSPORTS.indexOf(transport));

const keyOf = (transport: Transport, address: string, port: number) =>
  transport === 'udp' ? `${address}:${port}` : `${address} ${transport}`;

/** Which trunks a message may be of. Asked for each one: a few look-ups, however many trunks there are. */
export class TrunkSources {
  readonly #hosts = new Map<string, string[]>();
  /** By the length of the prefix, then by the network's own bits. */
  readonly #networks = new Map<number, Map<number, TrunkSource[]>>();

  constructor(trunks: readonly TrunkSource[]) {
    for (const trunk of trunks) this.#addHosts(trunk);
    for (const trunk of trunks) for (const network of trunk.networks) this.#addNetwork(network, trunk);
  }

  /** Several, where accounts use the same provider. */
  trunksAt({ protocol, host, port }: MessageSource): readonly string[] {
    // A flood on an installation without trunks costs nothing here.
    if (this.#hosts.size === 0 && this.#networks.size === 0) return NONE;
    const found = new Set(this.#hosts.get(keyOf(protocol, host, port)));
    if (this.#networks.size > 0 && isIPv4(host)) {
      const bits = bitsOf(host);
      for (const [prefix, networks] of this.#networks) {
        for (const { trunkId, transport } of networks.get(masked(bits, prefix)) ?? []) {
          if (believedOver(transport).includes(protocol)) found.add(trunkId);
        }
      }
    }
    return [...found];
  }

  #addHosts({ trunkId, transport, places }: TrunkSource): void {
    for (const { host, port } of places) {
      for (const protocol of believedOver(transport)) add(this.#hosts, keyOf(protocol, host, port), trunkId);
    }
  }

  #addNetwork(network: string, trunk: TrunkSource): void {
    const [address = '', length = '32'] = network.split('/');
    const prefix = Number(length);
    const networks = this.#networks.get(prefix) ?? new Map<number, TrunkSource[]>();
    this.#networks.set(prefix, networks);
    add(networks, masked(bitsOf(address), prefix), trunk);
  }
}

function add<Key, Value>(map: Map<Key, Value[]>, key: Key, value: Value): void {
  const values = map.get(key);
  if (values) values.push(value);
  else map.set(key, [value]);
}
