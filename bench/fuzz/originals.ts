import { tortureMessages } from '@parley/sip/testing';

const SDP = [
  'v=0',
  'o=- 1 1 IN IP4 127.0.0.1',
  's=-',
  'c=IN IP4 127.0.0.1',
  't=0 0',
  'm=audio 40000 RTP/AVP 0 8 101',
  'a=rtpmap:101 telephone-event/8000',
  'a=sendrecv',
  '',
].join('\r\n');
/** Of no account: a mutant that is a good INVITE is refused after a look into the database, and begins no call. */
const UNKNOWN_NUMBER = '+12025550199';

/**
 * What is mutated: the torture messages of RFC 4475, INVITEs, and requests and responses that name live calls. The tags of these
 * are wrong: a mutant that is valid may not end the calls that are to go on undisturbed.
 */
export function originalsFor(callIds: readonly string[], port: number): readonly Buffer[] {
  const requests = [
    'INVITE',
    'BYE',
    'CANCEL',
    'ACK',
    'INFO',
    'UPDATE',
    'OPTIONS',
    'REFER',
    'NOTIFY',
    'PRACK',
    'MESSAGE',
  ];
  const ofCalls = callIds.flatMap((callId) => [
    ...requests.map((method) => request(method, callId, ';tag=wrong', port)),
    ...[180, 200, 401, 487, 503].map((status) => response(status, callId, port)),
  ]);
  const invites = Array.from({ length: 20 }, (_, index) => request('INVITE', `new-${index}`, '', port));
  return [...tortureMessages.values(), ...[...ofCalls, ...invites].map((text) => Buffer.from(text, 'latin1'))];
}

const head = (method: string, callId: string, toTag: string, port: number) => [
  `Via: SIP/2.0/UDP 127.0.0.1:${port};branch=z9hG4bK${method}${callId};rport`,
  `From: "Ann \\"x\\"" <sip:+14155550100@127.0.0.1>;tag=fuzz`,
  `To: <sip:${UNKNOWN_NUMBER}@127.0.0.1>${toTag}`,
  `Call-ID: ${callId}`,
  `CSeq: 1 ${method}`,
  `Contact: <sip:+14155550100@127.0.0.1:${port}>`,
];

function request(method: string, callId: string, toTag: string, port: number): string {
  const body = ['INVITE', 'UPDATE', 'INFO'].includes(method) ? SDP : '';
  return [
    `${method} sip:${UNKNOWN_NUMBER}@127.0.0.1 SIP/2.0`,
    ...head(method, callId, toTag, port),
    'Max-Forwards: 70',
    'Record-Route: <sip:127.0.0.1;lr>, <sip:127.0.0.1:5070;lr>',
    'Content-Type: application/sdp',
    `Content-Length: ${body.length}`,
    '',
    body,
  ].join('\r\n');
}

function response(status: number, callId: string, port: number): string {
  const lines = [`SIP/2.0 ${status} x`, ...head('INVITE', callId, ';tag=wrong', port)];
  return [...lines, 'Content-Type: application/sdp', `Content-Length: ${SDP.length}`, '', SDP].join('\r\n');
}
