/**
 * As much of SIP's text (RFC 3261, section 7) as a far end needs. Written anew on purpose: a far end made of the parser
 * under test would share its faults.
 */
export interface SipMessage {
  /** Of a request. */
  method: string | null;
  uri: string;
  /** Of a response. */
  status: number | null;
  headers: [name: string, value: string][];
  body: string;
}

const COMPACT: Record<string, string> = {
  v: 'via',
  f: 'from',
  t: 'to',
  i: 'call-id',
  m: 'contact',
  l: 'content-length',
};

export function parseSip(datagram: Buffer): SipMessage | null {
  const text = datagram.toString('utf8');
  const headEnd = text.indexOf('\r\n\r\n');
  const [startLine, ...lines] = (headEnd < 0 ? text : text.slice(0, headEnd)).replace(/\r\n[ \t]+/g, ' ').split('\r\n');
  const headers = lines.flatMap((line): [string, string][] => {
    const colon = line.indexOf(':');
    if (colon < 1) return [];
    const name = line.slice(0, colon).trim().toLowerCase();
    return [[COMPACT[name] ?? name, line.slice(colon + 1).trim()]];
  });
  const body = headEnd < 0 ? '' : text.slice(headEnd + 4);
  const response = /^SIP\/2\.0 (\d{3})/.exec(startLine ?? '');
  if (response) return { method: null, uri: '', status: Number(response[1]), headers, body };
  const request = /^([A-Z]+) (\S+) SIP\/2\.0$/.exec(startLine ?? '');
  return request ? { method: request[1]!, uri: request[2]!, status: null, headers, body } : null;
}

export function headerOf(message: SipMessage, name: string): string {
  return message.headers.find(([other]) => other === name)?.[1] ?? '';
}

const tagOf = (value: string): string | null => /;tag=([^;>\s]+)/.exec(value)?.[1] ?? null;

export const hasToTag = (message: SipMessage): boolean => tagOf(headerOf(message, 'to')) !== null;

/** Of the topmost Via: equal for a request and its repetitions (section 8.1.1.7). */
export const branchOf = (message: SipMessage): string => /;branch=([^;,\s]+)/.exec(headerOf(message, 'via'))?.[1] ?? '';

export const userOf = (uri: string): string => /^sips?:([^@;]+)@/.exec(uri)?.[1] ?? '';

/** Contact or To with or without angle brackets. */
export const uriOf = (value: string): string => /<([^>]+)>/.exec(value)?.[1] ?? value.split(';')[0]!.trim();

/** Where the sender of this description wants its audio. */
export function mediaAddressOf(sdp: string): { host: string; port: number } | null {
  const host = /^c=IN IP4 (\S+)/m.exec(sdp)?.[1];
  const port = /^m=audio (\d+)/m.exec(sdp)?.[1];
  return host && port ? { host, port: Number(port) } : null;
}

/** What each response repeats of its request (section 8.2.6.2). */
export function responseTo(
  request: SipMessage,
  answer: { status: number; tag: string; headers?: string[]; body?: string },
): string {
  const to = headerOf(request, 'to');
  const copied = request.headers.flatMap(([name, value]) => (name === 'via' ? [`Via: ${value}`] : []));
  const { status, tag, headers = [], body = '' } = answer;
  return [
    `SIP/2.0 ${status} ${REASONS[status] ?? 'Whatever'}`,
    ...copied,
    `From: ${headerOf(request, 'from')}`,
    `To: ${status === 100 || tagOf(to) !== null ? to : `${to};tag=${tag}`}`,
    `Call-ID: ${headerOf(request, 'call-id')}`,
    `CSeq: ${headerOf(request, 'cseq')}`,
    ...headers,
    ...(body === '' ? [] : ['Content-Type: application/sdp']),
    `Content-Length: ${Buffer.byteLength(body)}`,
    '',
    body,
  ].join('\r\n');
}

const REASONS: Record<number, string> = {
  100: 'Trying',
  180: 'Ringing',
  183: 'Session Progress',
  200: 'OK',
  404: 'Not Found',
  480: 'Temporarily Unavailable',
  481: 'Call/Transaction Does Not Exist',
  486: 'Busy Here',
  487: 'Request Terminated',
  603: 'Decline',
};
