import type { MediaStats, RtpFigures } from '../../media/media.ts';
import { type LegFacts, type LegMedia, mediaOfLegs } from '../facts.ts';
import { type Finding, ofEachLeg, percent, place, type Rules, seconds } from '../finding.ts';
import { sdpView } from '../sdp-view.ts';

/** Shorter calls may end before the first packet. */
const SHORTEST_TALK_MS = 2000;
/** Longer than any pause of a sender that sends silence, too. */
const LONG_GAP_MS = 2000;
/** G.711 with concealment suffers audibly from here on (ITU-T G.113 appendix I). */
const LOSS = { warning: 0.02, error: 0.08 };
const LATE = 0.02;
const JITTER_MS = 40;
/** "Many users dissatisfied" begins at 3.6, "nearly all" at 2.6 (ITU-T G.107 annex B). */
const MOS = { warning: 3.6, error: 2.6 };
/** A hundred are what quartz clocks differ by; from here on a jitter buffer drops or repeats a frame each minute. */
const DRIFT_PPM = 330;
const FEW_STRAY_PACKETS = 50;
const FRAME_MS = 20;

type Talk = LegMedia & { talkMs: number };

/** What came and went of the audio of each leg that was answered. */
export const sound: Rules = (facts) => ofEachLeg(mediaOfLegs(facts), ofLeg);

function ofLeg(leg: LegMedia): Finding[] {
  const { media, talkMs } = leg;
  if (talkMs === null || talkMs < SHORTEST_TALK_MS) return [];
  const talk = { ...leg, talkMs };
  return media.packetsReceived === 0
    ? [...nothingSent(talk), nothingReceived(talk)]
    : [...nothingSent(talk), ...quality(talk)];
}

function nothingSent({ media, talkMs }: Talk): Finding[] {
  if (media.packetsSent > 0) return [];
  return [
    {
      code: 'no_sound_sent',
      severity: 'error',
      what: 'We sent no audio: the other side heard nothing.',
      evidence: `0 packets left in ${seconds(talkMs)}. The other side names ${media.rtp ? named(media.rtp.agreed) : 'no address'}.`,
      remedy: 'The other side held the call, or named no address for its audio: ask the carrier.',
    },
  ];
}

function nothingReceived({ media, talkMs, signalled }: Talk): Finding {
  const { rtp } = media;
  const sent = `We sent ${media.packetsSent} packets to ${named(rtp?.agreed ?? null)} and received none in ${seconds(talkMs)}.`;
  const forged = rtp ? rtp.unreadable - (rtp.replayed ?? 0) : 0;
  if (forged > 0) {
    return {
      code: 'sound_unreadable',
      severity: 'error',
      what: 'Audio came, but encrypted with another key than the one that was agreed upon, so that nothing was heard.',
      evidence: `${sent} ${forged} packets were not of the key in the SDP.`,
      remedy: 'Have the carrier send SRTP with the key of its own SDP (RFC 4568), or turn SRTP of the trunk off.',
    };
  }
  if (rtp && rtp.unexpectedPayloadTypes.length > 0) {
    return {
      code: 'codec_not_agreed',
      severity: 'error',
      what: 'The other side sent its audio in a codec that was not agreed upon, so that nothing was heard.',
      evidence: `${sent} ${rtp.invalidDatagrams} packets had the payload type(s) ${rtp.unexpectedPayloadTypes.join(', ')}.`,
      remedy: 'Permit PCMU or PCMA (G.711) at the carrier, and nothing that our SDP does not name.',
    };
  }
  if (rtp && rtp.unexpectedSources > FEW_STRAY_PACKETS && rtp.otherSource) {
    return {
      code: 'sound_from_elsewhere',
      severity: 'error',
      what: 'Audio came, but from an address that is not the one of the call, so that it was not heard.',
      evidence: `${sent} ${rtp.unexpectedSources} packets came from others, the last from ${named(rtp.otherSource)}.`,
      remedy: 'If that address is the carrier\u2019s, add its network to the trunk (`inbound_addresses`).',
    };
  }
  return {
    code: 'no_sound_received',
    severity: 'error',
    what: 'No audio arrived from the other side (one-way audio). A firewall blocks it, or it is sent to another address.',
    evidence: `${sent}${wantedAt(signalled)}`,
    remedy:
      'Open the RTP ports of Parley (PARLEY_RTP_PORTS, UDP) in the firewall, check that the carrier can reach this address (PARLEY_PUBLIC_ADDRESS), and ask the carrier where it sends the audio.',
  };
}

/** Where we asked for it, by our last description. */
function wantedAt(leg: LegFacts | null): string {
  const ours = leg?.steps.filter(({ direction }) => direction === 'sent') ?? [];
  const sdp = ours.flatMap(({ message }) => sdpView(message) ?? []).at(-1);
  return sdp ? ` We asked for it at ${place({ host: sdp.address, port: sdp.port })} over UDP.` : '';
}

function quality(talk: Talk): Finding[] {
  const { media } = talk;
  return [...gaps(talk), ...losses(media), ...jitter(media), ...(media.rtp ? oddities(media.rtp) : [])];
}

function gaps({ media: { rtp } }: Talk): Finding[] {
  if (!rtp || rtp.longestGapMs < LONG_GAP_MS || rtp.longestGapAtMs === null) return [];
  const isFirst = rtp.longestGapAtMs < 20;
  return [
    {
      code: 'sound_interrupted',
      severity: 'warning',
      what: isFirst
        ? `No audio came for the first ${seconds(rtp.longestGapMs)}.`
        : `No audio came for ${seconds(rtp.longestGapMs)}.`,
      evidence: `The longest time without a packet began ${seconds(rtp.longestGapAtMs)} after the answer and lasted ${seconds(rtp.longestGapMs)}.`,
      remedy:
        'Some senders pause in silence: turn silence suppression (VAD) off at the carrier. Otherwise packets were lost, or the other side changed its address.',
    },
  ];
}

function losses(media: MediaStats): Finding[] {
  const { packetsReceived, packetsLost, packetsLate, concealedFrames, recoveredFrames = 0, mos } = media;
  const expected = packetsReceived + packetsLost;
  const lost = packetsLost / expected;
  const late = packetsLate / expected;
  const unheard = recoveredFrames === 0 ? lost : (lost * concealedFrames) / (concealedFrames + recoveredFrames);
  const recovered =
    recoveredFrames === 0
      ? ''
      : `; ${recoveredFrames * FRAME_MS} ms of it were recovered from the packets behind (FEC)`;
  const evidence = `${packetsLost} of ${expected} packets were lost (${percent(lost)}), ${packetsLate} came too late (${percent(late)})${recovered}; jitter ${media.jitterMs.toFixed(0)} ms, MOS ${mos.toFixed(1)}.`;
  const remedy = 'Look for a congested or faulty line between us and the carrier; give audio (DSCP EF) precedence.';
  if (unheard >= LOSS.warning || mos < MOS.warning) {
    return [
      {
        code: 'packets_lost',
        severity: unheard >= LOSS.error || mos < MOS.error ? 'error' : 'warning',
        what: 'Audio of the other side was lost on the way: it was hard to understand.',
        ...{ evidence, remedy },
      },
    ];
  }
  if (lost >= LOSS.warning) {
    return [
      {
        code: 'packets_lost',
        severity: 'info',
        what: 'Packets of the other side were lost on the way, but most of their audio was recovered.',
        ...{ evidence, remedy },
      },
    ];
  }
  if (late < LATE) return [];
  return [
    {
      code: 'packets_late',
      severity: 'warning',
      what: 'Audio of the other side came too late to be played.',
      ...{ evidence, remedy },
    },
  ];
}

function jitter({ jitterMs, mos }: MediaStats): Finding[] {
  if (jitterMs < JITTER_MS) return [];
  return [
    {
      code: 'jitter_high',
      severity: 'warning',
      what: 'Packets of audio came very unevenly, which costs delay.',
      evidence: `Jitter ${jitterMs.toFixed(0)} ms (RFC 3550), MOS ${mos.toFixed(1)}.`,
      remedy: 'Look for a congested line, or a wireless one, between us and the carrier.',
    },
  ];
}

function oddities(rtp: RtpFigures): Finding[] {
  const { clockDriftPpm: ppm, unexpectedSources, otherSource } = rtp;
  const found: Finding[] = [];
  if (ppm !== null && Math.abs(ppm) >= DRIFT_PPM) {
    found.push({
      code: 'clock_drift',
      severity: 'warning',
      what: `The clock of the other side runs too ${ppm > 0 ? 'slow' : 'fast'}: now and then a piece of audio is repeated or dropped.`,
      evidence: `Its packets come ${ppm > 0 ? 'less' : 'more'} often than its timestamps say, by ${Math.abs(ppm).toFixed(0)} parts in a million.`,
      remedy: 'Have the gateway of the carrier synchronised; a virtual machine there may lack time.',
    });
  }
  if (unexpectedSources > FEW_STRAY_PACKETS && otherSource) {
    found.push({
      code: 'stray_packets',
      severity: 'info',
      what: 'Others than the other side sent packets to this call; they were not heard.',
      evidence: `${unexpectedSources} packets, the last from ${named(otherSource)}.`,
      remedy: 'If that address is the carrier\u2019s, add its network to the trunk (`inbound_addresses`).',
    });
  }
  return found;
}

const named = (endpoint: RtpFigures['agreed']): string =>
  endpoint === null ? 'no address' : place({ host: endpoint.address, port: endpoint.port });
