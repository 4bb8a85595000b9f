import type { Trunk } from '@parley/contract';

/** How a trunk is reached. */
export interface TrunkTarget {
  /** As it was written: a name or an address; that of IPv6 without brackets. */
  readonly host: string;
  readonly port: number;
  readonly transport: Trunk['transport'];
}
