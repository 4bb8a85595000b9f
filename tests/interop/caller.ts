import { label, pause, receiveResponse, type Step, sdp, send } from './scenario.ts';

/** Steps of a sipp that calls. */

/** Each call has a caller id of its own. */
const NUMBER = '+141555500[call_number]';
const FROM = `From: <sip:${NUMBER}@[local_ip]>;tag=[pid]caller[call_number]`;
const TO = 'To: <sip:[service]@[remote_ip]:[remote_port]>';
const VIA = 'Via: SIP/2.0/[transport] [local_ip]:[local_port];branch=[branch]';
const CONTACT = `Contact: <sip:${NUMBER}@[local_ip]:[local_port];transport=[transport]>`;

/** The caller id of a call; sipp counts its calls from 1. */
export function callerNumber(call: number): string {
  return `+141555500${call}`;
}

/** A request outside of a dialog. */
export function request(
  method: string,
  options: { sequence?: number; body?: string; toTag?: string; headers?: string[] } = {},
): Step {
  const { sequence = 1, body, toTag, headers = [] } = options;
  const lines = [
    `${method} sip:[service]@[remote_ip]:[remote_port] SIP/2.0`,
    VIA,
    'Max-Forwards: 70',
    FROM,
    toTag === undefined ? TO : `${TO};tag=${toTag}`,
    'Call-ID: [call_id]',
    `CSeq: ${sequence} ${method}`,
    CONTACT,
    ...headers,
  ];
  return send(lines, { body, repeated: true });
}

export function invite(options: { headers?: string[]; body?: string } = {}): Step {
  return request('INVITE', { body: sdp(), ...options });
}

/** A reliable 183 with the answer, and its PRACK: RFC 3262. */
export function isToldReliably(): Step {
  const rseq = '<ereg regexp="[0-9]+" search_in="hdr" header="RSeq:" check_it="true" assign_to="rseq"/>';
  return [
    receiveResponse(100, { optional: true }),
    receiveResponse(183, { keepsRoute: true, body: 'm=audio [0-9]+ RTP/AVP 0', actions: [rseq] }),
    dialogRequest('PRACK', 2, ['RAck: [$rseq] 1 INVITE']),
    receiveResponse(200),
  ].join('\n');
}

/** The 200 to the INVITE, with a session timer where one is expected, and our ACK. */
export function isAnsweredAfterwards(expires?: string): Step {
  const check = `<ereg regexp="${expires}" search_in="hdr" header="Session-Expires:" check_it="true" assign_to="found"/>`;
  const actions = expires === undefined ? [] : [check];
  const trying = receiveResponse(100, { optional: true });
  return [trying, receiveResponse(200, { keepsRoute: true, actions }), dialogRequest('ACK', 1)].join('\n');
}

/** Any other request in the dialog, and its response. */
export function isAsked(method: string, sequence: number, options: { status?: number; body?: string } = {}): Step {
  const { status = 200, body } = options;
  return `${dialogRequest(method, sequence, [CONTACT], body)}\n${receiveResponse(status)}`;
}

function dialogRequest(method: string, sequence: number, headers: string[] = [], body?: string): Step {
  const lines = [
    `${method} [next_url] SIP/2.0`,
    VIA,
    '[routes]',
    'Max-Forwards: 70',
    FROM,
    `${TO}[peer_tag_param]`,
    'Call-ID: [call_id]',
    `CSeq: ${sequence} ${method}`,
    ...headers,
  ];
  return send(lines, { body, repeated: method !== 'ACK' });
}

/** Ringing, the answer, and our ACK; or 486, which goes on at the label `whenBusy`. */
export function isAnswered(whenBusy?: string, payloadType = 0): Step {
  return [
    receiveResponse(100, { optional: true }),
    ...(whenBusy === undefined ? [] : [receiveResponse(486, { optional: true, next: whenBusy })]),
    receiveResponse(180, { optional: true }),
    receiveResponse(200, { keepsRoute: true, body: `m=audio [0-9]+ RTP/AVP ${payloadType} 101` }),
    dialogRequest('ACK', 1),
  ].join('\n');
}

/** The ACK of a failure belongs to the INVITE's transaction, with its branch: RFC 3261, section 17.1.1.3. */
function acknowledgeFailure(): Step {
  return send([
    'ACK sip:[service]@[remote_ip]:[remote_port] SIP/2.0',
    '[last_Via:]',
    'Max-Forwards: 70',
    FROM,
    '[last_To:]',
    'Call-ID: [call_id]',
    'CSeq: 1 ACK',
  ]);
}

export function isRefused(status: number): Step {
  const provisional = [100, 180].map((known) => receiveResponse(known, { optional: true }));
  return [...provisional, receiveResponse(status), acknowledgeFailure()].join('\n');
}

/** CANCEL as soon as the INVITE is known to have arrived; 200 for it, and 487 for the INVITE (RFC 3261, section 9). */
export function cancel(): Step {
  return [
    receiveResponse(100),
    send([
      'CANCEL sip:[service]@[remote_ip]:[remote_port] SIP/2.0',
      '[last_Via:]',
      'Max-Forwards: 70',
      FROM,
      TO,
      'Call-ID: [call_id]',
      'CSeq: 1 CANCEL',
    ]),
    receiveResponse(200),
    receiveResponse(487),
    acknowledgeFailure(),
  ].join('\n');
}

export function hangUp(next?: string): Step {
  return `${dialogRequest('BYE', 2)}\n${receiveResponse(200, { next })}`;
}

/** A person who calls, listens for a while and hangs up. */
export function patientCaller(listenMs: number, headers: string[] = []): Step[] {
  return [invite({ headers }), isAnswered(), pause(listenMs), hangUp()];
}

/** The same, content with hearing busy. */
export function callerWhoMayHearBusy(listenMs: number): Step[] {
  return [
    invite(),
    isAnswered('busy'),
    pause(listenMs),
    hangUp('over'),
    label('busy'),
    acknowledgeFailure(),
    label('over'),
  ];
}
