import { describe, expect, it } from 'vitest';
import { ALLOW } from './capabilities.ts';
import type { SipMessage, SipResponse } from './messages/message.ts';
import { parseMessage } from './messages/parse-message.ts';
import { type HandFedAgent, openHandFedAgent } from './testing/hand-fed-agent.ts';
import { tortureMessages } from './testing/rfc4475.ts';

async function receive(name: string): Promise<HandFedAgent> {
  const bed = await openHandFedAgent();
  bed.deliver(tortureMessages.get(name)!);
  return bed;
}

function parsed(name: string): SipMessage {
  const result = parseMessage(tortureMessages.get(name)!);
  if (result.kind !== 'message') throw new Error(`${name}: ${JSON.stringify(result)}`);
  return result.message;
}

/** The one response that the message gets from a user agent server without dialogs. */
async function responseTo(name: string): Promise<SipResponse> {
  const bed = await receive(name);
  expect(bed.sent).toHaveLength(1);
  expect(bed.calls).toEqual([]);
  // A malformed header is echoed as it came, and makes the response as malformed: only its status line is read then.
  const text = bed.sent[0]!.bytes.toString();
  const [message] = bed.takeSent();
  if (message?.kind === 'response') return message;
  return { status: Number(text.slice(8, 11)), reason: text.slice(12, text.indexOf('\r\n')) } as SipResponse;
}

const named = new Set<string>();

/** A test that is named by section and message. */
function torture(section: string, name: string, what: string, check: () => Promise<void> | void): void {
  named.add(name);
  it(`${section} ${name}: ${what}`, check);
}

function rings(section: string, name: string, what: string, requestUser: string): void {
  torture(section, name, what, async () => {
    const bed = await receive(name);
    expect(bed.takeSent().map((message) => (message.kind === 'response' ? message.status : 0))).toEqual([100]);
    expect(bed.calls.map((call) => call.requestUser)).toEqual([requestUser]);
    expect(bed.calls[0]!.sdp).toContain('m=audio 49217 RTP/AVP 0');
    bed.calls[0]!.answer('v=0');
    expect(bed.takeSent()).toMatchObject([{ status: 200 }]);
  });
}

function answered(section: string, name: string, what: string, status: number, reason?: string): void {
  torture(section, name, what, async () => {
    const response = await responseTo(name);
    expect(response.status).toBe(status);
    if (reason) expect(response.reason).toBe(reason);
  });
}

function dropped(section: string, name: string, what: string): void {
  torture(section, name, what, async () => {
    const bed = await receive(name);
    expect(bed.sent).toEqual([]);
    expect(bed.agent.counters).toMatchObject({ received: 1, dropped: 1 });
  });
}

describe('RFC 4475, valid messages', () => {
  torture('3.1.1.1', 'wsinv', 'every odd form of white space and folding is read', async () => {
    const invite = parsed('wsinv');
    expect(invite).toMatchObject({ method: 'INVITE', toTag: '1918181833n', fromTag: '98asjd8' });
    expect(invite.from.displayName).toBe('J Rosenberg \\"');
    expect(invite.cseq).toEqual({ number: 9, method: 'INVITE' });
    expect(invite.headers.get('max-forwards')).toBe('0068');
    expect(invite.headers.all('via')).toHaveLength(3);
    expect(invite.headers.get('newfangledheader')).toBe('newfangled value continued newfangled value');
    expect(invite.headers.get('unknownheaderwithunusualvalue')).toBe(';;,,;;,;');
    expect(invite.contact!.params.get('q')).toBe('0.33');
    expect(invite.body).toHaveLength(150);
    expect((await responseTo('wsinv')).status).toBe(481); // it names a dialog that is not there
  });
  torture('3.1.1.2', 'intmeth', 'every character that a token may have is taken; the method is unknown', async () => {
    const method = "!interesting-Method0123456789_*+`.%indeed'~";
    expect(parsed('intmeth')).toMatchObject({ method, cseq: { number: 139_122_385, method } });
    const response = await responseTo('intmeth');
    expect(response.status).toBe(501);
    expect(response.headers.all('allow').join(', ')).toBe(ALLOW);
  });
  rings('3.1.1.3', 'esc01', 'escaped characters are one user', 'sips:user@example.com');
  torture('3.1.1.4', 'escnull', 'escaped nulls harm nothing', async () => {
    expect(parsed('escnull').headers.all('contact')).toHaveLength(2);
    expect(parsed('escnull').from.uri).toBe('sip:null-%00-null@example.com');
    expect((await responseTo('escnull')).status).toBe(405);
  });
  torture('3.1.1.5', 'esc02', 'a percent sign escapes nothing in methods, header names and display names', async () => {
    expect(parsed('esc02')).toMatchObject({ method: 'RE%47IST%45R', from: { displayName: '%Z%45' } });
    expect(parsed('esc02').headers.all('contact')).toHaveLength(2);
    const response = await responseTo('esc02');
    expect(response.status).toBe(501);
    expect(response.headers.all('allow').join(', ')).toBe(ALLOW);
  });
  torture('3.1.1.6', 'lwsdisp', 'no space between display name and bracket', async () => {
    expect(parsed('lwsdisp').from).toMatchObject({ displayName: 'caller', uri: 'sip:caller@example.com' });
    expect((await responseTo('lwsdisp')).status).toBe(200);
  });
  rings('3.1.1.7', 'longreq', 'long values', 'user');
  torture('3.1.1.8', 'dblreq', 'what follows the message in its datagram is left out', async () => {
    expect(parsed('dblreq')).toMatchObject({ method: 'REGISTER', body: Buffer.alloc(0) });
    expect((await responseTo('dblreq')).status).toBe(405);
  });
  torture('3.1.1.9', 'semiuri', 'a semicolon in the user part is the user’s', async () => {
    expect(parsed('semiuri')).toMatchObject({ uri: 'sip:user;par=u%40example.net@example.com' });
    expect(parsed('semiuri').headers.all('accept')).toHaveLength(6);
    expect((await responseTo('semiuri')).status).toBe(200);
  });
  torture('3.1.1.10', 'transports', 'unknown transports in Vias below the top', async () => {
    const response = await responseTo('transports');
    expect(response.status).toBe(200);
    expect(response.headers.all('via')).toHaveLength(5);
  });
  torture('3.1.1.11', 'mpart01', 'a binary multipart body is kept byte by byte', async () => {
    expect(parsed('mpart01').body).toHaveLength(553);
    expect((await responseTo('mpart01')).status).toBe(405);
  });
  torture('3.1.1.12', 'unreason', 'a reason phrase of any characters', () => {
    expect(parsed('unreason')).toMatchObject({
      status: 200,
      reason: '= 2**3 * 5**2 но сто девяносто девять - простое',
    });
  });
  torture('3.1.1.13', 'noreason', 'an empty reason phrase', () => {
    expect(parsed('noreason')).toMatchObject({ status: 100, reason: '' });
  });
});

describe('RFC 4475, invalid messages', () => {
  answered('3.1.2.1', 'badinv01', 'separators without values', 400, 'Malformed Via');
  answered('3.1.2.2', 'clerr', 'a Content-Length past the end', 400, 'Wrong Content-Length');
  answered('3.1.2.3', 'ncl', 'a negative Content-Length', 400, 'Wrong Content-Length');
  answered('3.1.2.4', 'scalar02', 'a CSeq over the limit', 400, 'Malformed CSeq');
  dropped('3.1.2.5', 'scalarlg', 'a response with a CSeq over the limit');
  answered('3.1.2.6', 'quotbal', 'an open quote', 400, 'Malformed To');
  answered('3.1.2.7', 'ltgtruri', 'a Request-URI in brackets', 400, 'Malformed Request-URI');
  answered('3.1.2.8', 'lwsruri', 'white space in the Request-URI', 400, 'Malformed Request-URI');
  answered('3.1.2.9', 'lwsstart', 'two spaces in the request line', 400, 'Malformed Request-URI');
  answered('3.1.2.10', 'trws', 'spaces at the end of the request line', 400, 'Malformed Request Line');
  answered('3.1.2.11', 'escruri', 'headers in the Request-URI', 400, 'Malformed Request-URI');
  rings('3.1.2.12', 'baddate', 'a Date in another zone is not read', 'user');
  torture('3.1.2.13', 'regbadct', 'a Contact that would need brackets is no address', async () => {
    expect(parsed('regbadct').contact).toBeNull();
    expect((await responseTo('regbadct')).status).toBe(405);
  });
  answered('3.1.2.14', 'badaspec', 'spaces within an address', 400, 'Malformed To');
  torture('3.1.2.15', 'baddn', 'a display name that should have quotes', async () => {
    expect(parsed('baddn').from.uri).toBe('sip:a.g.bell@example.com');
    expect(parsed('baddn').fromTag).toBe('43');
    expect((await responseTo('baddn')).status).toBe(200);
  });
  answered('3.1.2.16', 'badvers', 'another version', 505);
  answered('3.1.2.17', 'mismatch01', 'the CSeq of another method', 400, 'CSeq Method Mismatch');
  answered('3.1.2.18', 'mismatch02', 'the CSeq of another method, in a request of an unknown one', 501);
  dropped('3.1.2.19', 'bigcode', 'a status code over the limit');
});

describe('RFC 4475, transactions', () => {
  torture('3.2.1', 'badbranch', 'a branch that is the cookie alone identifies nothing', async () => {
    const bed = await receive('badbranch');
    const other = tortureMessages.get('badbranch')!.toString('latin1').replace('badbranch.', 'another.');
    bed.deliver(Buffer.from(other, 'latin1'));
    expect(bed.takeSent()).toMatchObject([
      { status: 200, callId: 'badbranch.sadonfo23i420jv0as0derf3j3n' },
      { status: 200, callId: 'another.sadonfo23i420jv0as0derf3j3n' },
    ]);
  });
});

describe('RFC 4475, requests that applications refuse', () => {
  answered('3.3.1', 'insuf', 'no From, To and Call-ID', 400, 'Missing From');
  answered('3.3.2', 'unkscm', 'a Request-URI of an unknown scheme', 416);
  answered('3.3.3', 'novelsc', 'a Request-URI of a known scheme that is none of SIP', 416);
  torture('3.3.4', 'unksm2', 'unknown schemes in headers', async () => {
    expect(parsed('unksm2')).toMatchObject({ to: { uri: 'isbn:2983792873' }, from: { uri: 'http://www.example.com' } });
    expect((await responseTo('unksm2')).status).toBe(405);
  });
  torture('3.3.5', 'bext01', 'extensions that are not supported are named; a proxy’s are none of ours', async () => {
    const response = await responseTo('bext01');
    expect(response.status).toBe(420);
    expect(response.headers.all('unsupported')).toEqual(['nothingSupportsThis', 'nothingSupportsThisEither']);
  });
  torture('3.3.6', 'invut', 'a body of an unknown type', async () => {
    const response = await responseTo('invut');
    expect(response.status).toBe(415);
    expect(response.headers.get('accept')).toBe('application/sdp');
  });
  answered('3.3.7', 'regaut01', 'an unknown scheme of authorization', 405);
  answered('3.3.8', 'multi01', 'several of what may come once', 400, 'Several From Headers');
  answered('3.3.9', 'mcl01', 'several Content-Lengths', 400, 'Several Content-Length Headers');
  torture('3.3.10', 'bcast', 'a 200 that was meant for another, by its second Via', async () => {
    const bed = await receive('bcast');
    expect(bed.sent).toEqual([]);
  });
  torture('3.3.11', 'zeromf', 'OPTIONS without a hop left is answered here', async () => {
    const response = await responseTo('zeromf');
    expect(response.status).toBe(200);
    expect(response.headers.all('allow').join(', ')).toBe(ALLOW);
  });
  torture('3.3.12', 'cparam01', 'a parameter behind a bare Contact is the header’s', () => {
    const contact = parsed('cparam01').contact!;
    expect(contact.uri).toBe('sip:+19725552222@gw1.example.net');
    expect(contact.params.has('unknownparam')).toBe(true);
  });
  torture('3.3.13', 'cparam02', 'a parameter in brackets is the URI’s', () => {
    const contact = parsed('cparam02').contact!;
    expect(contact.uri).toBe('sip:+19725552222@gw1.example.net;unknownparam');
    expect(contact.params.size).toBe(0);
  });
  torture('3.3.14', 'regescrt', 'headers in a Contact are the URI’s', () => {
    expect(parsed('regescrt').contact!.uri).toBe('sip:user@example.com?Route=%3Csip:sip.example.com%3E');
  });
  answered('3.3.15', 'sdp01', 'a caller that takes no SDP in a response', 406);
});

describe('RFC 4475, older peers', () => {
  rings('3.4.1', 'inv2543', 'an INVITE of RFC 2543', 'UserB');
});

it('all 49 messages of RFC 4475 have a test', () => {
  expect(named.size).toBe(49);
  expect([...tortureMessages.keys()].sort()).toEqual([...named].sort());
});
