import type { Trunk } from '@parley/contract';
import { Networks } from './networks.ts';

type Protocol = Exclude<Trunk['transport'], 'auto'>;

/** Where a message came from, or where a server of a trunk is. */
export interface MessageSource {
  readonly protocol: Protocol;
  readonly host: string;
  readonly port: number;
}

/** A trunk as far as where its messages come from. */
export interface TrunkSource {
  readonly trunkId: string;
  readonly transport: Trunk['transport'];
  /** Where it sends from: datagrams with its own port; connections begin at any, and their addresses cannot be forged. */
  readonly places: readonly MessageSource[];
  /** Addresses and networks that it sends from with any port. */
  readonly networks: readonly string[];
}

const NONE: readonly string[] = [];

/** From the least protected on: a trunk is believed over its own transport, and over those that are safer. */
const PROTOCOLS: readonly Protocol[] = ['udp', 'tcp', 'tls'];
const believedOver = (protocol: Protocol) => PROTOCOLS.slice(PROTOCOLS.indexOf(protocol));

/** The least protected that its networks are believed over: where DNS chooses, of those that it names, and none but TLS until it has named one. */
function leastOf({ transport, places }: TrunkSource): Protocol {
  if (transport !== 'auto') return transport;
  return PROTOCOLS.find((protocol) => places.some((place) => place.protocol === protocol)) ?? 'tls';
}

const keyOf = (protocol: Protocol, address: string, port: number) =>
  protocol === 'udp' ? `${address}:${port}` : `${address} ${protocol}`;

/** Which trunks a message may be of. Asked for each one: a few look-ups, however many trunks there are. */
export class TrunkSources {
  readonly #hosts = new Map<string, string[]>();
  readonly #networks = new Networks<TrunkSource>();

  constructor(trunks: readonly TrunkSource[]) {
    for (const trunk of trunks) this.#addHosts(trunk);
    for (const trunk of trunks) for (const network of trunk.networks) this.#networks.add(network, trunk);
  }

  /** Several, where accounts use the same provider. */
  trunksAt({ protocol, host, port }: MessageSource): readonly string[] {
    // A flood on an installation without trunks costs nothing here.
    if (this.#hosts.size === 0 && this.#networks.isEmpty) return NONE;
    const found = new Set(this.#hosts.get(keyOf(protocol, host, port)));
    for (const trunk of this.#networks.at(host)) {
      if (believedOver(leastOf(trunk)).includes(protocol)) found.add(trunk.trunkId);
    }
    return [...found];
  }

  #addHosts({ trunkId, places }: TrunkSource): void {
    for (const { protocol: least, host, port } of places) {
      for (const protocol of believedOver(least)) add(this.#hosts, keyOf(protocol, host, port), trunkId);
    }
  }
}

function add<Key, Value>(map: Map<Key, Value[]>, key: Key, value: Value): void {
  const values = map.get(key);
  if (values) values.push(value);
  else map.set(key, [value]);
}
