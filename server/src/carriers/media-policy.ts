import type { Trunk } from '@parley/contract';

/** What the media of a peer's calls may be. */
export interface MediaPolicy {
  /** Where it may come from, besides the peer's signalling address. */
  readonly networks: readonly string[];
  readonly srtp: Trunk['srtp'];
}

/** What serves several trunks, one of which a call has come through: encrypted where one requires it. */
export function commonSrtp(policies: readonly Trunk['srtp'][]): Trunk['srtp'] {
  if (policies.includes('required')) return 'required';
  return policies.includes('preferred') ? 'preferred' : 'off';
}
