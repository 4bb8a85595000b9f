import type { Trunk } from '@parley/contract';

/** What the media of a peer's calls may be. */
export interface MediaPolicy {
  /** Where it may come from, besides the peer's signalling address. */
  readonly networks: readonly string[];
  readonly srtp: Trunk['srtp'];
  /** What is offered, the preferred one first, and what is taken of an offer. */
  readonly codecs: readonly Trunk['codecs'][number][];
}
