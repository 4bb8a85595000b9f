import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { middleOf, ntpTime } from './ntp-time.ts';
import { parseRtcp } from './read-rtcp.ts';
import { ReportSession, type Streams } from './report-session.ts';
import type { RtcpPacket } from './rtcp-packet.ts';
import { writeRtcp } from './write-rtcp.ts';

const ORIGIN_MS = Date.UTC(2026, 0, 1);
const OURS = 7;
const THEIRS = 9;

const session = (ssrc = OURS) =>
  new ReportSession({ ssrc, cname: `cname-${ssrc}`, clockOriginMs: ORIGIN_MS, random: () => 0.5 });
const sending = (packets: number, received: Streams['received'] = null): Streams => ({
  sent: { packets, octets: 160 * packets, timestamp: 160 * packets, clockRateHz: 8000 },
  received,
});
const receiving = (received: number, lost: number, ssrc = THEIRS): Streams['received'] => ({
  ...{
    ssrc,
    highestSequence: 0x10000 + received + lost,
    expected: received + lost,
    received,
    jitterMs: 2.5,
    clockRateHz: 8000,
  },
});

/** Asks every 20 ms for a report until there is one. */
function datagramAt(
  reports: ReportSession,
  fromMs: number,
  streams = sending(1),
): { atMs: number; datagram: Uint8Array } {
  for (let nowMs = fromMs; nowMs < fromMs + 10_000; nowMs += 20) {
    const datagram = reports.due(nowMs, () => streams);
    if (datagram !== null) return { atMs: nowMs, datagram };
  }
  throw new Error('no report within 10 s');
}

function reportAt(reports: ReportSession, fromMs: number, streams: Streams): { atMs: number; packets: RtcpPacket[] } {
  const { atMs, datagram } = datagramAt(reports, fromMs, streams);
  return { atMs, packets: parseRtcp(datagram)! };
}

const block = (fields: object) => ({
  ...{ ssrc: OURS, fractionLost: 0, packetsLost: 0, highestSequence: 1, jitter: 0, lastReport: 0, sinceLastReport: 0 },
  ...fields,
});

describe('ntpTime', () => {
  it('counts from 1900, in 2³²ths', () => {
    expect(ntpTime(0)).toEqual({ seconds: 2_208_988_800, fraction: 0 });
    expect(ntpTime(500)).toEqual({ seconds: 2_208_988_800, fraction: 2 ** 31 });
    expect(middleOf({ seconds: 0x12345678, fraction: 0x9abcdef0 })).toBe(0x56789abc);
  });
});

describe('ReportSession', () => {
  it('reports as a sender with a description, and as a receiver once it sends no more', () => {
    const reports = session();
    const first = reportAt(reports, 0, sending(100));
    const sentAt = ntpTime(ORIGIN_MS + first.atMs);
    expect(first.packets).toEqual([
      {
        ...{ type: 'sender_report', ssrc: OURS, sentAt, rtpTimestamp: 16_000, packets: 100, octets: 16_000 },
        blocks: [],
      },
      { type: 'source_description', sources: [{ ssrc: OURS, cname: 'cname-7' }] },
    ]);
    const types = [];
    for (let atMs = first.atMs, i = 0; i < 3; i++) {
      const next = reportAt(reports, atMs + 20, sending(100));
      types.push(next.packets[0]!.type);
      atMs = next.atMs;
    }
    // Something was sent since the report before the last one; then not any more (RFC 3550 section 6.4).
    expect(types).toEqual(['sender_report', 'receiver_report', 'receiver_report']);
  });

  it('says what has come since the report before, and nothing of a stream that stands still', () => {
    const reports = session();
    const blocksAt = (fromMs: number, received: Streams['received']) => {
      const { atMs, packets } = reportAt(reports, fromMs, sending(1, received));
      return { atMs, blocks: 'blocks' in packets[0]! ? packets[0].blocks : [] };
    };
    const first = blocksAt(0, receiving(90, 10));
    expect(first.blocks).toEqual([
      block({ ssrc: THEIRS, fractionLost: 25, packetsLost: 10, highestSequence: 0x10064, jitter: 20 }),
    ]);
    const second = blocksAt(first.atMs + 20, receiving(140, 60));
    expect(second.blocks).toMatchObject([{ fractionLost: 128, packetsLost: 60 }]);
    const third = blocksAt(second.atMs + 20, receiving(140, 60));
    expect(third.blocks).toEqual([]);
    // Another stream begins from nothing.
    expect(blocksAt(third.atMs + 20, receiving(10, 0, 11)).blocks).toMatchObject([
      { ssrc: 11, fractionLost: 0, packetsLost: 0 },
    ]);
  });

  it('measures the way there and back by LSR and DLSR, with the other end doing the same', () => {
    const [ours, theirs] = [session(OURS), session(THEIRS)];
    const first = datagramAt(ours, 3000);
    const sentMs = first.atMs;
    // 40 ms there, and 60 ms back.
    expect(theirs.hear(first.datagram, sentMs + 40, sending(1).sent)).toBe(true);
    const back = datagramAt(theirs, sentMs + 60, sending(50, receiving(80, 20, OURS)));
    expect(ours.hear(back.datagram, back.atMs + 60, sending(100).sent)).toBe(true);
    const { far, roundTripMs, longestRoundTripMs, ...counts } = ours.figures;
    expect(roundTripMs).toBeCloseTo(100, 0);
    expect(longestRoundTripMs).toBe(roundTripMs);
    expect(far).toEqual({ packetsLost: 20, lossRate: 0.2, jitterMs: 2.5 });
    expect(counts).toEqual({ reportsSent: 1, reportsReceived: 1 });
  });

  it('measures nothing by a report that answers none of ours, and heeds no block about others', () => {
    const ours = session();
    const report = (fields: object) =>
      writeRtcp([{ type: 'receiver_report', ssrc: THEIRS, blocks: [block(fields)] as never }]);
    ours.hear(report({ lastReport: 0x1234, packetsLost: -3 }), 1000, sending(50).sent);
    expect(ours.figures).toMatchObject({ roundTripMs: null, far: { packetsLost: 0, lossRate: 0 } });
    ours.hear(report({ ssrc: 4711, packetsLost: 30 }), 1000, sending(50).sent);
    expect(ours.figures).toMatchObject({ reportsReceived: 2, far: { packetsLost: 0 } });
  });

  it('heeds neither what is no RTCP nor its own reports that come back', () => {
    const ours = session();
    expect(ours.hear(Uint8Array.of(1, 2, 3), 1, sending(1).sent)).toBe(false);
    expect(ours.hear(datagramAt(ours, 0).datagram, 3000, sending(1).sent)).toBe(false);
    expect(ours.figures.reportsReceived).toBe(0);
  });

  it('lives through any datagram, and its figures stay figures', () => {
    const ours = session();
    const first = datagramAt(ours, 0).datagram;
    const mutated = fc.array(fc.tuple(fc.nat(first.length - 1), fc.nat(255)), { maxLength: 12 }).map((changes) => {
      // What would be taken for our own report is another's.
      const bytes = Uint8Array.from(first).fill(9, 4, 8);
      for (const [at, byte] of changes) bytes[at] = byte;
      return bytes;
    });
    fc.assert(
      fc.property(fc.oneof(mutated, fc.uint8Array({ maxLength: 120 })), fc.nat(1e6), (datagram, atMs) => {
        ours.hear(datagram, atMs, sending(100).sent);
        const { far, roundTripMs } = ours.figures;
        for (const figure of [far?.lossRate ?? 0, far?.jitterMs ?? 0, roundTripMs ?? 0])
          expect(Number.isFinite(figure) && figure >= 0).toBe(true);
        ours.due(atMs, () => sending(1, receiving(5, 0)));
      }),
      { numRuns: 2000 },
    );
    expect(ours.figures.reportsReceived).toBeGreaterThan(10);
  });

  it('takes leave with a BYE, unless it has sent nothing', () => {
    expect(session().farewell(100, sending(0))).toBeNull();
    const packets = parseRtcp(session().farewell(100, sending(5))!)!;
    expect(packets.map(({ type }) => type)).toEqual(['sender_report', 'source_description', 'bye']);
    expect(packets[2]).toEqual({ type: 'bye', ssrcs: [OURS] });
  });
});
