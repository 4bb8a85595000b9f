import { describe, expect, it } from 'vitest';
import type { SipMessage } from './messages/message.ts';
import { parseMessage } from './messages/parse-message.ts';
import { serializeMessage } from './messages/serialize-message.ts';
import { parseUri } from './messages/uri.ts';
import { parseVia, stampedSource } from './messages/via.ts';
import { readSdp } from './sdp/read-sdp.ts';
import { openHandFedAgent } from './testing/hand-fed-agent.ts';

interface Parts {
  readonly to?: string;
  readonly via?: readonly string[];
  readonly contact?: string;
  readonly sdp?: readonly string[];
}

/** A message of RFC 5118: what is alike in them is said here. */
function message(method: string, uri: string, parts: Parts = {}): string {
  const { to = 'sip:user@example.com', via = ['UDP [2001:db8::9:1];branch=z9hG4bKas3-111'], contact, sdp = [] } = parts;
  const body = sdp.map((line) => `${line}\r\n`).join('');
  return [
    `${method} ${uri} SIP/2.0`,
    `To: ${to}`,
    'From: sip:user@example.com;tag=81x2',
    ...via.map((one) => `Via: SIP/2.0/${one}`),
    'Call-ID: SSG9559905523997077@hlau_4100',
    'Max-Forwards: 70',
    ...(contact ? [`Contact: "Caller" <sip:caller@${contact}>`] : []),
    `CSeq: 98176 ${method}`,
    ...(body ? ['Content-Type: application/sdp'] : []),
    `Content-Length: ${body.length}`,
    '',
    body,
  ].join('\r\n');
}

function parsed(text: string): SipMessage {
  const result = parseMessage(Buffer.from(text));
  if (result.kind !== 'message') throw new Error(JSON.stringify(result));
  return result.message;
}

async function statusesOf(text: string): Promise<number[]> {
  const bed = await openHandFedAgent();
  bed.deliver(text);
  const statuses = bed.takeSent().map((sent) => (sent.kind === 'response' ? sent.status : 0));
  await bed.agent.close();
  return statuses;
}

function requestUri(text: string) {
  const read = parsed(text);
  return read.kind === 'request' ? parseUri(read.uri) : null;
}

const contact = '[2001:db8::1]';

describe('RFC 5118', () => {
  it('4.1 ipv6-good: references in Request-URI, Via and Contact', () => {
    const text = message('REGISTER', 'sip:[2001:db8::10]', { contact });
    expect(requestUri(text)).toMatchObject({ host: '2001:db8::10', port: null });
    expect(parsed(text).topVia.host).toBe('2001:db8::9:1');
    expect(parseUri(parsed(text).contact!.uri)!.host).toBe('2001:db8::1');
    expect(serializeMessage(parsed(text)).toString()).toContain('Via: SIP/2.0/UDP [2001:db8::9:1];branch');
  });

  it('4.2 ipv6-bad: an address without brackets is 400', async () => {
    expect(await statusesOf(message('REGISTER', 'sip:2001:db8::10', { contact }))).toEqual([400]);
  });

  it('4.3 port-ambiguous: within the brackets it is no port', () => {
    const text = message('REGISTER', 'sip:[2001:db8::10:5070]', { contact });
    expect(requestUri(text)).toMatchObject({ host: '2001:db8::10:5070', port: null });
  });

  it('4.4 port-unambiguous: behind them it is', () => {
    const text = message('REGISTER', 'sip:[2001:db8::10]:5070', { contact });
    expect(requestUri(text)).toMatchObject({ host: '2001:db8::10', port: 5070 });
  });

  it.each([
    ['via-received-param-with-delim', '[2001:db8::9:255]'],
    ['via-received-param-no-delim', '2001:db8::9:255'],
  ])('4.5 %s', (_name, received) => {
    const via = [`UDP [2001:db8::9:1];received=${received};branch=z9hG4bKas3-111`];
    const { topVia } = parsed(message('BYE', 'sip:[2001:db8::10]', { to: 'sip:user@example.com;tag=bd76ya', via }));
    expect(topVia.branch).toBe('z9hG4bKas3-111');
    expect(stampedSource(topVia).host).toBe('2001:db8::9:255');
  });

  it('4.6 ipv6-in-sdp: the call rings, and where its sound is to go is read', async () => {
    const sdp = [
      ...['v=0', 'o=assistant 971731711378798081 0 IN IP6 2001:db8::20', 's=Live', 'c=IN IP6 2001:db8::20'],
      ...['t=3338481189 3370017201', 'm=audio 6000 RTP/AVP 0', 'm=video 6024 RTP/AVP 107'],
    ];
    const uri = 'sip:user@[2001:db8::10]';
    const text = message('INVITE', uri, { to: uri, contact: '[2001:db8::20]', sdp });
    expect(await statusesOf(text)).toEqual([100]);
    expect(readSdp(parsed(text).body.toString())).toMatchObject({ address: '2001:db8::20', port: 6000 });
  });

  it('4.7 mult-ip-in-header: both families in one list of Vias', () => {
    const via = [
      'UDP [2001:db8::9:1]:6050;branch=z9hG4bKas3-111',
      'UDP 192.0.2.1;branch=z9hG4bKjhja8781hjuaij65144',
      'TCP [2001:db8::9:255];branch=z9hG4bK451jj;received=192.0.2.200',
    ];
    const text = message('BYE', 'sip:user@host.example.net', { to: 'sip:user@example.net;tag=9817--94', via });
    expect(
      parsed(text)
        .headers.all('via')
        .map((one) => parseVia(one)?.host),
    ).toEqual([...['2001:db8::9:1', '192.0.2.1', '2001:db8::9:255']]);
    expect(parsed(text).topVia.port).toBe(6050);
  });

  it('4.8 mult-ip-in-sdp: each stream has its own address', () => {
    const sdp = [
      ...['v=0', 'o=bob 280744730 28977631 IN IP4 host.example.com', 's=', 't=0 0', 'm=audio 22334 RTP/AVP 0'],
      ...['c=IN IP4 192.0.2.1', 'm=video 6024 RTP/AVP 107', 'c=IN IP6 2001:db8::1', 'a=rtpmap:107 H263-1998/90000'],
    ];
    const text = message('INVITE', 'sip:user@[2001:db8::10]', { contact: '[2001:db8::9:1]', sdp });
    expect(readSdp(parsed(text).body.toString())).toMatchObject({ address: '192.0.2.1', port: 22_334 });
  });

  it('4.9 ipv4-mapped-ipv6', () => {
    const via = ['UDP [::ffff:192.0.2.10]:19823;branch=z9hG4bKbh19', 'UDP [::ffff:192.0.2.2];branch=z9hG4bKas3-111'];
    const text = message('INVITE', 'sip:user@example.com', { via, contact: '[::ffff:192.0.2.2]' });
    expect(parsed(text).topVia).toMatchObject({ host: '::ffff:192.0.2.10', port: 19_823 });
    expect(parseUri(parsed(text).contact!.uri)!.host).toBe('::ffff:192.0.2.2');
  });

  it.each([
    ['ipv6-bug-abnf-3-colons', 'sip:user@[2001:db8:::192.0.2.1]'],
    ['ipv6-correct-abnf-2-colons', 'sip:user@[2001:db8::192.0.2.1]'],
  ])('4.10 %s is the same address', async (_name, uri) => {
    const text = message('OPTIONS', uri, { to: uri });
    expect(requestUri(text)!.host).toBe('2001:db8::192.0.2.1');
    expect(await statusesOf(text)).toEqual([200]);
  });

  it('a colon too many anywhere else is 400', async () => {
    for (const host of ['2001:db8:::1', '2001:::db8::192.0.2.1', ':::1', '2001:db8::::192.0.2.1']) {
      expect([host, await statusesOf(message('OPTIONS', `sip:user@[${host}]`))]).toEqual([host, [400]]);
    }
  });
});
