import type { CallFacts } from '../facts.ts';
import { type Finding, percent, type Rules } from '../finding.ts';

/** As of what comes from there: from here on G.711 suffers audibly (ITU-T G.113 appendix I). */
const LOSS = { warning: 0.02, error: 0.08 };
/** A second: of fewer packets a share says little. */
const FEWEST_PACKETS = 50;

/** What the other side reports of our sound (RTCP). */
export const farSound: Rules = ({ media }) => (media ? lossesThere(media) : []);

function lossesThere({ packetsSent, rtp }: NonNullable<CallFacts['media']>): Finding[] {
  const reports = rtp?.reports;
  const far = reports?.far;
  if (!far || packetsSent < FEWEST_PACKETS || far.lossRate < LOSS.warning) return [];
  const { reportsReceived, roundTripMs } = reports;
  const roundTrip = roundTripMs === null ? '' : `, round trip ${roundTripMs.toFixed(0)} ms`;
  return [
    {
      code: 'remote_packets_lost',
      severity: far.lossRate >= LOSS.error ? 'error' : 'warning',
      what: 'Sound that we sent was lost on the way: the other side could hardly understand the agent.',
      evidence: `It reports ${far.packetsLost} lost packets (${percent(far.lossRate)} of what we had sent until then), jitter ${far.jitterMs.toFixed(0)} ms; ${reportsReceived} reports${roundTrip}.`,
      remedy: 'Look for a congested or faulty line between us and the carrier; give sound (DSCP EF) precedence.',
    },
  ];
}
