import { expect, test } from 'vitest';
import type { MediaStats, RtpFigures } from '../../media/media.ts';
import { legFacts } from '../facts.ts';
import { answered, goodSound, line, rtpFigures, sdp, talked } from '../testing/ladder-of.ts';

const withSound = (stats: Partial<MediaStats>, rtp: Partial<RtpFigures> = {}) =>
  answered(talked(), { media: { ...goodSound, ...stats, rtp: { ...rtpFigures, ...rtp } } });
const silent = { packetsReceived: 0 };
const stray = { unexpectedSources: 700, otherSource: { address: '198.51.100.99', port: 4000 } };

test('no audio came at all', () => {
  const { health, verdict, findings } = withSound(silent);
  expect(health).toBe('bad');
  expect(verdict).toBe(findings[0]!.what);
  expect(verdict).toContain('(one-way audio). A firewall blocks it');
  expect(findings[0]!.evidence).toBe(
    'We sent 750 packets to 203.0.113.7:40100 and received none in 15 s. We asked for it at 198.51.100.5:40100 over UDP.',
  );
});

test.each<[string, Partial<MediaStats>, Partial<RtpFigures>, string, string]>([
  ['from an unknown address', silent, stray, 'sound_from_elsewhere', 'the last from 198.51.100.99:4000'],
  [
    'in another codec',
    silent,
    { unexpectedPayloadTypes: [18], invalidDatagrams: 740 },
    'codec_not_agreed',
    '740 packets had the payload type(s) 18',
  ],
  ['of another key', silent, { unreadable: 740 }, 'sound_unreadable', '740 packets were not of the key in the SDP'],
  ['that we did not send', { packetsSent: 0 }, {}, 'no_sound_sent', '0 packets left in 15 s'],
  [
    'with a pause',
    {},
    { longestGapMs: 4021, longestGapAtMs: 6100 },
    'sound_interrupted',
    'began 6.10 s after the answer and lasted 4.02 s',
  ],
  ['with losses', { packetsReceived: 712, packetsLost: 38 }, {}, 'packets_lost', '38 of 750 packets were lost (5.1 %)'],
  [
    'with losses, some of them recovered',
    { packetsReceived: 700, packetsLost: 50, concealedFrames: 20, recoveredFrames: 30 },
    {},
    'packets_lost',
    '50 of 750 packets were lost (6.7 %), 0 came too late (0.0 %); 600 ms of it were recovered from the packets behind (FEC)',
  ],
  ['that came late', { packetsLate: 30 }, {}, 'packets_late', '30 came too late (4.0 %)'],
  ['that came unevenly', { jitterMs: 61 }, {}, 'jitter_high', 'Jitter 61 ms'],
  ['of a slow clock', {}, { clockDriftPpm: 812.4 }, 'clock_drift', 'by 812 parts in a million'],
  ['among stray packets', {}, stray, 'stray_packets', '700 packets, the last from 198.51.100.99:4000'],
])('audio %s', (_name, stats, rtp, code, evidence) => {
  const { codes, findings } = withSound(stats, rtp);
  expect(codes).toEqual([code]);
  expect(findings[0]!.evidence).toContain(evidence);
});

test('a twelfth of the packets lost is an error, a few are nothing', () => {
  expect(withSound({ packetsReceived: 680, packetsLost: 70 }).finding('packets_lost')).toMatchObject({
    severity: 'error',
  });
  expect(withSound({ packetsReceived: 745, packetsLost: 5 }).codes).toEqual([]);
});

test('losses that were recovered are no fault of the audio', () => {
  const lossy = { packetsReceived: 680, packetsLost: 70 };
  const severity = (concealedFrames: number, recoveredFrames: number) =>
    withSound({ ...lossy, concealedFrames, recoveredFrames }).finding('packets_lost')?.severity;
  expect([severity(70, 0), severity(35, 35), severity(7, 63)]).toEqual(['error', 'warning', 'info']);
});

const lostThere = (packetsLost: number) =>
  withSound(
    {},
    { reports: { ...rtpFigures.reports!, far: { packetsLost, lossRate: packetsLost / 750, jitterMs: 12 } } },
  );

test('audio of ours that does not come there', () => {
  expect(lostThere(14).codes).toEqual([]);
  const { codes, findings } = lostThere(30);
  expect(codes).toEqual(['remote_packets_lost']);
  expect(findings[0]).toMatchObject({ severity: 'warning' });
  expect(findings[0]!.evidence).toBe(
    'It reports 30 lost packets (4.0 % of what we had sent until then), jitter 12 ms; 3 reports, round trip 31 ms.',
  );
  expect(lostThere(70).findings[0]).toMatchObject({ severity: 'error' });
});

test('reports that do not mention our audio leave open whether it arrived', () => {
  const reports = { ...rtpFigures.reports!, far: null, roundTripMs: null };
  const { health, verdict, codes, findings } = withSound({}, { reports });
  expect([health, codes]).toEqual(['good', ['sound_unreported']]);
  expect(verdict).toMatch(/^Audio came from there for 15 s: .* Whether ours arrived there is open/);
  expect(findings[0]!.evidence).toBe(
    'We sent 750 packets to 203.0.113.7:40100; 3 reports (RTCP) came, and none mentioned them.',
  );
  expect(withSound({ packetsSent: 100 }, { reports }).codes).toEqual([]);
  expect(withSound({}, { reports: { ...reports, reportsReceived: 0 } }).codes).toEqual([]);
});

test('no audio came of the target of a transfer, while that of the first leg is well', () => {
  const wanted = legFacts(
    {
      ...{ local: { host: '198.51.100.5', port: 5060 }, omitted: 0, isOver: true },
      messages: [line(5000, '> INVITE', { sdp: sdp('198.51.100.6') }), line(5900, '< 200 OK')],
    },
    2,
  )!;
  const media = { ...goodSound, packetsSent: 400, packetsReceived: 0 };
  const withTarget = (talkMs: number | null) =>
    answered(talked(), { legs: [wanted], furtherLegs: [{ leg: 2, talkMs, media }] });
  const { health, verdict, findings } = withTarget(8000);
  expect(health).toBe('bad');
  expect(verdict).toMatch(/^Leg 2, to the target of a transfer: No audio arrived from the other side/);
  expect(findings.map(({ code, leg }) => [code, leg])).toEqual([['no_sound_received', 2]]);
  expect(findings[0]!.evidence).toBe(
    'We sent 400 packets to 203.0.113.7:40100 and received none in 8.00 s. We asked for it at 198.51.100.6:40100 over UDP.',
  );
  expect([withTarget(1000).codes, withTarget(null).codes]).toEqual([[], []]);
});

test('of packets that came again nothing is said but that nothing else came', () => {
  expect(withSound(silent, { unreadable: 740, replayed: 740 }).codes).toEqual(['no_sound_received']);
});

test('of a call of a second nothing is said', () => {
  const media = { ...goodSound, packetsReceived: 0 };
  expect(answered(talked(), { media, talkMs: 900 }).codes).toEqual([]);
});

test('keys without a marker bit', () => {
  const { codes, findings } = withSound({}, { keys: 4, keysUnmarked: 4 });
  expect(codes).toEqual(['keys_unmarked']);
  expect(findings[0]).toMatchObject({ severity: 'warning' });
  expect(withSound({}, { keys: 4, keysUnmarked: 1 }).findings[0]).toMatchObject({ severity: 'info' });
});

test('keys as tones', () => {
  expect(answered(talked(sdp('203.0.113.7', '0', 'RTP/AVP', false))).codes).toEqual(['keys_in_band']);
});
