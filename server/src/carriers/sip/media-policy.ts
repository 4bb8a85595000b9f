import type { SrtpPolicy } from '@parley/sip';

/** What the media of a peer's calls may be. */
export interface MediaPolicy {
  /** Where it may come from, besides the peer's signalling address. */
  readonly networks: readonly string[];
  readonly srtp: SrtpPolicy;
}

/** What serves several trunks, one of which a call has come through: encrypted where one requires it. */
export function commonSrtp(policies: readonly SrtpPolicy[]): SrtpPolicy {
  if (policies.includes('required')) return 'required';
  return policies.includes('preferred') ? 'preferred' : 'off';
}
