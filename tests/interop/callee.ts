import { pause, receiveRequest, receiveResponse, type Step, sdp, send } from './scenario.ts';

/** Steps of a sipp that is called. */

const TAG = 'tag=[pid]callee[call_number]';
const CONTACT = 'Contact: <sip:callee@[local_ip]:[local_port];transport=[transport]>';
const DIALOG_OF_INVITE = [
  '[last_Via:]',
  '[last_Record-Route:]',
  '[last_From:]',
  `[last_To:];${TAG}`,
  '[last_Call-ID:]',
];

const remember = (regexp: string, header: string, variables: string) =>
  `<ereg regexp="${regexp}" search_in="hdr" header="${header}:" assign_to="${variables}"/>`;

/** The first step: whatever is needed of the INVITE later is kept. */
export function receiveInvite(): Step {
  const actions = [
    remember('[^ ].*', 'Via', 'via'),
    remember('[^ ].*', 'From', 'remote'),
    remember('[^ ].*', 'To', 'local'),
    remember('([0-9]+) INVITE', 'CSeq', 'cseq,sequence'),
  ];
  return receiveRequest('INVITE', { keepsRoute: true, actions });
}

/** A provisional response to the INVITE, with early media when there is a body. */
export function progress(statusLine: string, body?: string): Step {
  return send([`SIP/2.0 ${statusLine}`, ...DIALOG_OF_INVITE, '[last_CSeq:]', CONTACT], { body });
}

/** A response to the INVITE after other requests have come. */
function respondToInvite(statusLine: string, options: { headers?: string[]; body?: string; repeated?: boolean }): Step {
  const { headers = [], ...rest } = options;
  const dialog = [
    'Via: [$via]',
    'From: [$remote]',
    `To: [$local];${TAG}`,
    '[last_Call-ID:]',
    'CSeq: [$sequence] INVITE',
  ];
  return send([`SIP/2.0 ${statusLine}`, ...dialog, CONTACT, ...headers], rest);
}

/** A provisional response that wants a PRACK, and the PRACK with its RAck: RFC 3262. */
export function reliableProgress(statusLine: string, rseq: number, body?: string): Step {
  const check = `<ereg regexp="${rseq} [0-9]+ INVITE" search_in="hdr" header="RAck:" check_it="true" assign_to="found"/>`;
  return [
    respondToInvite(statusLine, { headers: ['Require: 100rel', `RSeq: ${rseq}`], ...(body ? { body } : {}) }),
    receiveRequest('PRACK', { actions: [check] }),
    send(['SIP/2.0 200 OK', '[last_Via:]', '[last_From:]', '[last_To:]', '[last_Call-ID:]', '[last_CSeq:]']),
  ].join('\n');
}

/** The 200 to the INVITE whose answer was in a reliable response. */
export function answerAgreed(headers: string[] = []): Step {
  return respondToInvite('200 OK', { headers, repeated: true });
}

/** Offers a changed session by UPDATE: RFC 3311. */
export function update(sequence: number, body: string | undefined, status = 200): Step {
  return `${request('UPDATE', sequence, body)}\n${receiveResponse(status)}`;
}

export function answer(body = sdp(), headers: string[] = []): Step {
  return send(['SIP/2.0 200 OK', ...DIALOG_OF_INVITE, '[last_CSeq:]', CONTACT, ...headers], { body, repeated: true });
}

/** The other side refreshes the session, and gets the refresher of the next one: RFC 4028. */
export function isRefreshed(method: 'INVITE' | 'UPDATE', expires: string, granted: string, body?: string): Step {
  const check = `<ereg regexp="${expires}" search_in="hdr" header="Session-Expires:" check_it="true" assign_to="found"/>`;
  const lines = [
    'SIP/2.0 200 OK',
    '[last_Via:]',
    '[last_From:]',
    '[last_To:]',
    '[last_Call-ID:]',
    '[last_CSeq:]',
    CONTACT,
  ];
  const headers = ['Require: timer', `Session-Expires: ${granted}`, 'Allow: INVITE, ACK, BYE, UPDATE'];
  return [
    receiveRequest(method, { actions: [check] }),
    send([...lines, ...headers], { body }),
    ...(method === 'INVITE' ? [receiveRequest('ACK')] : []),
  ].join('\n');
}

/** A final response that refuses the call, and its ACK. */
export function refuse(statusLine: string, headers: string[] = []): Step {
  const lines = [`SIP/2.0 ${statusLine}`, ...DIALOG_OF_INVITE, '[last_CSeq:]', ...headers];
  const response = send(lines, { repeated: true });
  return `${response}\n${receiveRequest('ACK')}`;
}

/** CANCEL, its 200, the 487 to the INVITE (both came with the same Via), and the ACK: RFC 3261, section 9.2. */
export function isCancelled(): Step {
  return [
    receiveRequest('CANCEL'),
    send(['SIP/2.0 200 OK', ...DIALOG_OF_INVITE, '[last_CSeq:]']),
    send(['SIP/2.0 487 Request Terminated', ...DIALOG_OF_INVITE, 'CSeq: [$sequence] INVITE'], { repeated: true }),
    receiveRequest('ACK'),
  ].join('\n');
}

function request(
  method: string,
  sequence: number,
  body?: string,
  { headers = [], contentType }: { headers?: string[]; contentType?: string } = {},
): Step {
  const lines = [
    `${method} [next_url] SIP/2.0`,
    'Via: SIP/2.0/[transport] [local_ip]:[local_port];branch=[branch]',
    '[routes]',
    'Max-Forwards: 70',
    `From: [$local];${TAG}`,
    'To: [$remote]',
    '[last_Call-ID:]',
    `CSeq: ${sequence} ${method}`,
    ...(method === 'INVITE' || method === 'NOTIFY' || method === 'UPDATE' ? [CONTACT] : []),
    ...headers,
  ];
  return send(lines, { body, repeated: method !== 'ACK', ...(contentType === undefined ? {} : { contentType }) });
}

/** Offers a changed session; `answerMatches` is what the other side's answer must have in it. */
export function reinvite(sequence: number, body: string, answerMatches: string): Step {
  return [
    request('INVITE', sequence, body),
    receiveResponse(100, { optional: true }),
    receiveResponse(200, { body: answerMatches }),
    request('ACK', sequence),
  ].join('\n');
}

export function hangUp(sequence = 1): Step {
  return `${request('BYE', sequence)}\n${receiveResponse(200)}`;
}

/** The other side asks for a transfer to this number, and gets this answer: RFC 3515. */
export function isReferred(number: string, statusLine: string): Step {
  const header = (name: string, pattern: string) =>
    `<ereg regexp="${pattern}" search_in="hdr" header="${name}:" check_it="true" assign_to="found"/>`;
  const actions = [header('Refer-To', `&lt;sip:[+]${number.slice(1)}@`), header('Referred-By', 'sip:')];
  const response = [
    `SIP/2.0 ${statusLine}`,
    '[last_Via:]',
    '[last_From:]',
    '[last_To:]',
    '[last_Call-ID:]',
    '[last_CSeq:]',
  ];
  return `${receiveRequest('REFER', { actions })}\n${send([...response, CONTACT])}`;
}

/** Asks for a transfer, which is refused. */
export function refer(sequence: number, number: string): Step {
  const headers = [`Refer-To: <sip:${number}@[local_ip]>`];
  return `${request('REFER', sequence, undefined, { headers })}\n${receiveResponse(405)}`;
}

/** Tells what became of the transfer so far; the status of a final response is the last word. */
export function notify(sequence: number, statusLine: string): Step {
  const state = Number.parseInt(statusLine, 10) >= 200 ? 'terminated;reason=noresource' : 'active;expires=60';
  const headers = ['Event: refer', `Subscription-State: ${state}`];
  const contentType = 'message/sipfrag;version=2.0';
  const sent = request('NOTIFY', sequence, `SIP/2.0 ${statusLine}`, { headers, contentType });
  return `${sent}\n${receiveResponse(200)}`;
}

/** A person who lets it ring, answers, listens for a while and hangs up. */
export function patientCallee(listenMs: number): Step[] {
  return [
    receiveInvite(),
    progress('180 Ringing'),
    pause(200),
    answer(),
    receiveRequest('ACK'),
    pause(listenMs),
    hangUp(),
  ];
}
