import type { SrtpPolicy } from '@parley/sip';
import type { SoftphonePlace } from '../../softphones/registrations.ts';

/**
 * How the audio of a softphone's call is encrypted: the first offer, and the one for a telephone that cannot use it.
 * Keys in an SDP are as safe as what carries them: unless they are required they go over TLS alone (RFC 4568 section
 * 7.1). Telephones that insist on SRTP send nothing after an `RTP/AVP` with keys, and those without it refuse
 * `RTP/SAVP`: one offer for both there is not.
 */
export function softphoneOffers({
  srtp,
  hop,
}: Pick<SoftphonePlace, 'srtp' | 'hop'>): readonly [SrtpPolicy, SrtpPolicy?] {
  if (srtp === 'preferred') return hop.protocol === 'tls' ? ['required', 'off'] : ['off'];
  return [srtp];
}
