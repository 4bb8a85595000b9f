import type { SdpProblem } from '@parley/sip';
import type { MediaPolicy } from '../media-policy.ts';
import { codecsOf } from './codecs.ts';

/** Of RFC 3261 section 20.43: media of another address family, transport, kind or format. */
const CODES = { unreachable: 301, no_common_encryption: 302, no_audio: 304, no_common_codec: 305, malformed: 399 };

/** Why an offer is refused, as a Warning header: for the operator of the other side, and for the doctor. */
export function refusalWarning(problem: SdpProblem, { srtp, codecs }: Pick<MediaPolicy, 'srtp' | 'codecs'>): string {
  const texts: Readonly<Record<SdpProblem, string>> = {
    unreachable: 'the address of the media cannot be reached from here',
    no_common_encryption: srtp === 'required' ? 'SRTP is required here' : 'SRTP as it is offered is not taken here',
    no_audio: 'there is no audio over RTP',
    no_common_codec: `no common codec, taken are ${codecsOf(codecs).join(' ')}`,
    malformed: 'the session description cannot be read',
  };
  return `${CODES[problem]} parley "${texts[problem]}"`;
}
