import type { LadderMessage, MediaLeg, RtcpFigures } from '@parley/contract';
import { FIRST_LEG } from '../calls/call-signalling.ts';
import { connectionSentence } from '../carriers/connection-remedies.ts';
import type { Signalling } from '../carriers/signalling.ts';
import type { CallMediaStats, MediaStats, RtpFigures } from '../media/media.ts';
import { place } from './finding.ts';

/** A leg's signalling as it is shown. */
export function ladderOf({ messages }: Signalling, leg: number): LadderMessage[] {
  return messages.map((kept) => {
    const message = Buffer.from(kept.text, 'latin1').toString('utf8');
    return {
      leg,
      at: kept.atMs / 1000,
      direction: kept.direction,
      transport: kept.protocol,
      peer: place(kept),
      start_line: message.split(/\r?\n/, 1)[0]!,
      message,
      bytes: kept.bytes,
      repeated: kept.copies,
      unsent: kept.unsent === undefined ? null : connectionSentence({ detail: kept.unsent }),
    };
  });
}

/** The figures of a call's media as they are shown, leg by leg. */
export function mediaLegs(stats: CallMediaStats): MediaLeg[] {
  const further = [...(stats.furtherLegs ?? [])].sort((a, b) => a.legNo - b.legNo);
  return [mediaLeg(stats, FIRST_LEG), ...further.map((leg) => mediaLeg(leg, leg.legNo))];
}

function mediaLeg(stats: MediaStats, leg: number): MediaLeg {
  return {
    leg,
    packets_sent: stats.packetsSent,
    packets_received: stats.packetsReceived,
    packets_lost: stats.packetsLost,
    packets_late: stats.packetsLate,
    concealed_frames: stats.concealedFrames,
    recovered_frames: stats.recoveredFrames ?? 0,
    jitter_ms: stats.jitterMs,
    mos: stats.mos,
    rtp: stats.rtp ? rtpFigures(stats.rtp) : null,
  };
}

const named = (endpoint: RtpFigures['agreed']) => endpoint && place({ host: endpoint.address, port: endpoint.port });
const rounded = (value: number | null) => (value === null ? null : Math.round(value));

function rtpFigures(rtp: RtpFigures): MediaLeg['rtp'] {
  return {
    bytes_sent: rtp.bytesSent,
    bytes_received: rtp.bytesReceived,
    packets_duplicate: rtp.duplicates,
    packets_invalid: rtp.invalidDatagrams,
    packets_unreadable: rtp.unreadable,
    packets_replayed: rtp.replayed ?? 0,
    packets_stray: rtp.unexpectedSources,
    agreed_address: named(rtp.agreed),
    source_address: named(rtp.source),
    stray_address: named(rtp.otherSource),
    payload_types: rtp.payloadTypes.map(({ payloadType, packets }) => ({ payload_type: payloadType, packets })),
    unexpected_payload_types: rtp.unexpectedPayloadTypes,
    ssrc_changes: rtp.ssrcChanges,
    longest_gap_ms: Math.round(rtp.longestGapMs),
    longest_gap_at_ms: rounded(rtp.longestGapAtMs),
    keys: rtp.keys,
    keys_unmarked: rtp.keysUnmarked,
    clock_drift_ppm: rounded(rtp.clockDriftPpm),
    rtcp: rtp.reports ? rtcpFigures(rtp.reports) : null,
  };
}

function rtcpFigures({ far, ...reports }: NonNullable<RtpFigures['reports']>): RtcpFigures {
  return {
    reports_sent: reports.reportsSent,
    reports_received: reports.reportsReceived,
    round_trip_ms: reports.roundTripMs,
    round_trip_max_ms: reports.longestRoundTripMs,
    remote_packets_lost: far?.packetsLost ?? null,
    remote_loss: far?.lossRate ?? null,
    remote_jitter_ms: far?.jitterMs ?? null,
  };
}
