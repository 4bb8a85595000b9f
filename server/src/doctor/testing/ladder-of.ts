import type { SignalledMessage, Signalling } from '../../carriers/signalling.ts';
import type { MediaStats, RtpFigures } from '../../media/media.ts';
import { diagnose } from '../diagnose.ts';
import { type CallFacts, legFacts } from '../facts.ts';

const OURS = { host: '198.51.100.5', port: 5060 };
const CARRIER = { host: '203.0.113.7', port: 5060 };
const INVITED = 'sip:+493012345678@203.0.113.7:5060';

interface LineOptions {
  cseq?: string;
  branch?: string;
  headers?: string[];
  sdp?: string;
  copies?: number;
  peer?: { host: string; port: number };
}

/**
 * One message of a ladder: `> INVITE` was sent, `< 200 OK` was received, each with what every message has. Times are
 * milliseconds since the first one.
 */
export function line(atMs: number, words: string, options: LineOptions = {}): SignalledMessage {
  const [arrow, ...rest] = words.split(' ');
  const first = rest.join(' ');
  const isResponse = /^\d/.test(first);
  const method = isResponse ? 'INVITE' : first;
  const { sdp = '', headers = [], cseq = `1 ${method}`, branch = cseq.replace(' ', ''), peer = CARRIER } = options;
  const toTag = isResponse || !['INVITE', 'CANCEL'].includes(method) ? ';tag=theirs' : '';
  const text = [
    isResponse ? `SIP/2.0 ${first}` : `${method} ${INVITED} SIP/2.0`,
    `Via: SIP/2.0/UDP 198.51.100.5:5060;branch=z9hG4bK${branch}`,
    'From: <sip:+4930999999@198.51.100.5>;tag=ours',
    `To: <${INVITED}>${toTag}`,
    'Call-ID: 1@198.51.100.5',
    `CSeq: ${cseq}`,
    'Max-Forwards: 70',
    ...headers,
    ...(sdp === '' ? [] : ['Content-Type: application/sdp']),
    `Content-Length: ${sdp.length}`,
    '',
    sdp,
  ].join('\r\n');
  const direction = arrow === '>' ? 'sent' : 'received';
  return {
    atMs: 1e12 + atMs,
    direction,
    protocol: 'udp',
    ...peer,
    text,
    bytes: text.length,
    copies: options.copies ?? 0,
  };
}

export function sdp(address: string, payload = '0 8 101', profile = 'RTP/AVP', events = true): string {
  return [
    ...['v=0', `o=- 1 1 IN IP4 ${address}`, 's=-', `c=IN IP4 ${address}`, 't=0 0'],
    `m=audio 40100 ${profile} ${payload}`,
    ...(events ? ['a=rtpmap:101 telephone-event/8000'] : []),
    '',
  ].join('\r\n');
}

export const rtpFigures: RtpFigures = {
  ...{
    bytesSent: 129_000,
    bytesReceived: 129_000,
    duplicates: 0,
    invalidDatagrams: 0,
    unreadable: 0,
    replayed: 0,
    unexpectedSources: 0,
  },
  payloadTypes: [{ payloadType: 0, packets: 750 }],
  ...{ unexpectedPayloadTypes: [], ssrcChanges: 0, longestGapMs: 45, longestGapAtMs: 3000, keys: 0, keysUnmarked: 0 },
  ...{ clockDriftPpm: 4, otherSource: null },
  reports: {
    ...{ reportsSent: 4, reportsReceived: 3, roundTripMs: 31.2, longestRoundTripMs: 44.9 },
    far: { packetsLost: 2, lossRate: 0.003, jitterMs: 1.1 },
  },
  agreed: { address: '203.0.113.7', port: 40_100 },
  source: { address: '203.0.113.7', port: 40_100 },
};

export const goodSound: MediaStats = {
  ...{ packetsSent: 750, packetsReceived: 750, packetsLost: 0, packetsLate: 0, concealedFrames: 0, jitterMs: 1.2 },
  mos: 4.4,
  rtp: rtpFigures,
};

/** A call of 15 s that was answered. */
export function answered(messages: SignalledMessage[], facts: Partial<CallFacts> = {}) {
  const sound = { isAnswered: true, talkMs: 15_000, media: goodSound, end_reason: 'user_hangup' } as const;
  return ladderOf(messages, { ...sound, ...facts });
}

/** What the doctor says of a call with this ladder. `facts.legs`: its further legs. */
export function ladderOf(
  messages: SignalledMessage[],
  facts: Partial<CallFacts> = {},
  signalled: Partial<Signalling> = {},
) {
  const signalling: Signalling = { local: OURS, messages, omitted: 0, isOver: true, ...signalled };
  const call: CallFacts = {
    ...{ direction: 'outbound', channel: 'phone', end_reason: 'carrier_error', ended_by: 'system', sip_code: null },
    ...{ simulated: false, isAnswered: false, talkMs: null, media: null, furtherLegs: [], warnings: [] },
    ...facts,
    legs: [legFacts(signalling, 0), ...(facts.legs ?? [])].filter((leg) => leg !== null),
  };
  const diagnosis = diagnose(call);
  const finding = (code: string) => diagnosis.findings.find((one) => one.code === code);
  return { ...diagnosis, codes: diagnosis.findings.map(({ code }) => code), finding };
}

const OFFER = { sdp: sdp('198.51.100.5') };

/** INVITE, 100, 180. */
export const ringing = (): SignalledMessage[] => [
  line(0, '> INVITE', OFFER),
  line(20, '< 100 Trying'),
  line(900, '< 180 Ringing'),
];

/** The same, answered, acknowledged and hung up by the callee. */
export const talked = (answer = sdp('203.0.113.7')): SignalledMessage[] => [
  ...ringing(),
  line(3000, '< 200 OK', { sdp: answer, headers: ['Contact: <sip:gw@203.0.113.7>'] }),
  line(3010, '> ACK'),
  line(18_000, '< BYE', { cseq: '2 BYE' }),
  line(18_001, '> 200 OK', { cseq: '2 BYE' }),
];
