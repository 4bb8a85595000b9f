import { codecsOf, isEncrypted, type SdpView } from '../sdp-view.ts';

/** Why two sides have no audio in common, and what to do. */
export interface Mismatch {
  what: string;
  remedy: string;
}

const CODECS =
  'Add a codec of the other side to `codecs` of the trunk, or permit one of ours at the carrier: PCMU and PCMA (G.711) are what almost all have.';
const SRTP =
  'Set `srtp` of the trunk as the carrier has it: `preferred` takes both where the other side offers both, `required` and `off` insist.';
const FAMILY =
  'Set PARLEY_SIP_HOST_IPV6 where this host has IPv6, or have the carrier name an address of IPv4 for its audio.';

/** Warn codes of RFC 3261 section 20.43. */
const INCOMPATIBLE = { network: 301, transport: 302, media: 304, format: 305 };

/** An offer of the one side that the other refused. `subject` did, as in `The carrier`. `warnings`: its Warning headers. */
export function mismatchOf(offer: SdpView | null, subject: string, warnings: readonly string[]): Mismatch {
  const code = Number(/^\s*(\d{3})\b/.exec(warnings[0] ?? '')?.[1] ?? 0);
  if (code === INCOMPATIBLE.network) {
    return { what: `${subject} cannot reach the address that was offered for the audio.`, remedy: FAMILY };
  }
  if (code === INCOMPATIBLE.transport) return { what: encryptionWords(offer, subject), remedy: SRTP };
  if (code === INCOMPATIBLE.media) return { what: `${subject} was offered no audio at all.`, remedy: CODECS };
  if (code === INCOMPATIBLE.format)
    return { what: `${subject} takes none of the codecs that were offered: no common codec.`, remedy: CODECS };
  return guessed(offer, subject);
}

function encryptionWords(offer: SdpView | null, subject: string): string {
  return offer && isEncrypted(offer)
    ? `${subject} does not take encrypted audio (SRTP) as it was offered.`
    : `${subject} wants its audio encrypted (SRTP), and it was offered without.`;
}

/** Almost all have G.711: who refuses it mostly does so for something else. */
function guessed(offer: SdpView | null, subject: string): Mismatch {
  const refuses = `${subject} does not accept the audio that was offered:`;
  if (offer && !/\bPCM[UA]\b/i.test(codecsOf(offer))) {
    return { what: `${refuses} no common codec, most likely, since PCMU and PCMA were not offered.`, remedy: CODECS };
  }
  const encryption =
    offer && isEncrypted(offer) ? 'it does not take encryption (SRTP)' : 'it insists on encryption (SRTP)';
  return { what: `${refuses} no common codec, or ${encryption}.`, remedy: `${CODECS} ${SRTP}` };
}

/** An answer that cannot be used. */
export function unusableAnswer(offer: SdpView | null, answer: SdpView | null): Mismatch {
  if (!answer) return { what: 'It names no audio at all.', remedy: 'Ask the carrier why it answers without audio.' };
  if (offer && answer.address.includes(':') !== offer.address.includes(':')) {
    return { what: 'It names an address of the other family of IP for its audio.', remedy: FAMILY };
  }
  if (offer && isEncrypted(offer) !== isEncrypted(answer)) {
    const what = isEncrypted(answer)
      ? 'It is encrypted (SRTP), and SRTP was not agreed upon.'
      : 'It is not encrypted, and the trunk requires SRTP.';
    return { what, remedy: SRTP };
  }
  return { what: 'It has none of the codecs, or the keys of SRTP, that we offered.', remedy: `${CODECS} ${SRTP}` };
}

export function described(sdp: SdpView | null): string {
  return sdp
    ? `${codecsOf(sdp) || 'no codec'} ${isEncrypted(sdp) ? 'with SRTP' : 'without encryption'} (${sdp.profile})`
    : 'no audio';
}
