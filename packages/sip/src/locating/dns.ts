/** RFC 3403; the fields of RFC 3263 section 4.1. */
export interface NaptrRecord {
  readonly order: number;
  readonly preference: number;
  readonly flags: string;
  readonly service: string;
  readonly replacement: string;
}

/** RFC 2782. */
export interface SrvRecord {
  readonly priority: number;
  readonly weight: number;
  readonly port: number;
  readonly name: string; // the target
}

export interface Addresses {
  readonly addresses: readonly string[];
  readonly ttlS: number; // the shortest of them
}

/**
 * What DNS says of a name. A name that is not there, or has no such record, is an empty list; a server that does not answer is
 * an error.
 */
export interface Dns {
  naptr(name: string): Promise<readonly NaptrRecord[]>;
  srv(name: string): Promise<readonly SrvRecord[]>;
  /** IPv4. */
  a(name: string): Promise<Addresses>;
  /** IPv6. */
  aaaa(name: string): Promise<Addresses>;
}
