import type { MediaStats } from '../../media/media.ts';
import { mediaOfLegs } from '../facts.ts';
import { type Finding, ofEachLeg, percent, place, type Rules } from '../finding.ts';

/** As of what comes from there: from here on G.711 suffers audibly (ITU-T G.113 appendix I). */
const LOSS = { warning: 0.02, error: 0.08 };
/** A second: of fewer packets a share says little. */
const FEWEST_PACKETS = 50;

/** What the other side reports of our audio (RTCP). */
export const farSound: Rules = (facts) =>
  ofEachLeg(mediaOfLegs(facts), ({ media }) => [...lossesThere(media), ...unreported(media)]);

/** 5 s of audio, after which each side has sent a report (RFC 3550 section 6.2). */
const UNREPORTED_PACKETS = 250;

/** It reports, and of us nothing: most likely it has heard nothing (RFC 3550 section 6.4), but some never tell. */
export function isUnreported({ packetsSent, rtp }: MediaStats): boolean {
  const { reportsReceived = 0, far = null } = rtp?.reports ?? {};
  return packetsSent >= UNREPORTED_PACKETS && reportsReceived > 0 && far === null;
}

function unreported(media: MediaStats): Finding[] {
  if (!isUnreported(media)) return [];
  const { agreed, reports } = media.rtp!;
  const there = agreed ? place({ host: agreed.address, port: agreed.port }) : 'no address';
  return [
    {
      code: 'sound_unreported',
      severity: 'info',
      what: 'The other side does not report receiving our audio. If the agent was not heard there, it did not arrive.',
      evidence: `We sent ${media.packetsSent} packets to ${there}; ${reports!.reportsReceived} reports (RTCP) came, and none mentioned them.`,
      remedy:
        'If the agent was heard, nothing needs to be done. Otherwise open the carrier\u2019s media ports (UDP) in the firewalls on the way, in both directions.',
    },
  ];
}

function lossesThere({ packetsSent, rtp }: MediaStats): Finding[] {
  const reports = rtp?.reports;
  const far = reports?.far;
  if (!far || packetsSent < FEWEST_PACKETS || far.lossRate < LOSS.warning) return [];
  const { reportsReceived, roundTripMs } = reports;
  const roundTrip = roundTripMs === null ? '' : `, round trip ${roundTripMs.toFixed(0)} ms`;
  return [
    {
      code: 'remote_packets_lost',
      severity: far.lossRate >= LOSS.error ? 'error' : 'warning',
      what: 'Audio that we sent was lost on the way: the other side could hardly understand the agent.',
      evidence: `It reports ${far.packetsLost} lost packets (${percent(far.lossRate)} of what we had sent until then), jitter ${far.jitterMs.toFixed(0)} ms; ${reportsReceived} reports${roundTrip}.`,
      remedy: 'Look for a congested or faulty line between us and the carrier; give audio (DSCP EF) precedence.',
    },
  ];
}
