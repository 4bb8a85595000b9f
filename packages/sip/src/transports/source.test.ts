import { describe, expect, it } from 'vitest';
import { SipHeaders } from '../messages/headers.ts';
import { SipRequest } from '../messages/message.ts';
import { responseHop, stampSource } from './source.ts';
import type { Hop } from './transport.ts';

const SOURCE: Hop = { protocol: 'udp', host: '198.51.100.7', port: 40_123 };

function answered(via: string, source = SOURCE): { via: string | null; hop: string } {
  const request = new SipRequest('OPTIONS', 'sip:x@y', new SipHeaders().set('via', [via, 'SIP/2.0/UDP second']));
  stampSource(request, source);
  const { host, port } = responseHop(request, source);
  return { via: request.headers.get('via'), hop: `${host}:${port}` };
}

describe('the way back', () => {
  it.each([
    ['asked for with rport', 'SIP/2.0/UDP 10.0.0.7:7777;rport;branch=b', '198.51.100.7:40123'],
    ['asked for with rport, from where the Via says', 'SIP/2.0/UDP 198.51.100.7;rport;branch=b', '198.51.100.7:40123'],
    ['behind NAT without rport', 'SIP/2.0/UDP 10.0.0.7:7777;branch=b', '198.51.100.7:7777'],
    ['from a name', 'SIP/2.0/UDP phone.example.com;branch=b', '198.51.100.7:5060'],
    ['from where the Via says', 'SIP/2.0/UDP 198.51.100.7:5070;branch=b', '198.51.100.7:5070'],
  ])('%s', (_name, via, hop) => {
    expect(answered(via).hop).toBe(hop);
  });

  it('leads nowhere else, whatever the sender claims', () => {
    const claims = ';received=203.0.113.66;maddr=203.0.113.66';
    expect(answered(`SIP/2.0/UDP 198.51.100.7:5070${claims}`).hop).toBe('198.51.100.7:5070');
    expect(answered(`SIP/2.0/UDP 10.0.0.7${claims};rport=9`).hop).toBe('198.51.100.7:40123');
  });

  it('is written into the Via, whose other parts stay', () => {
    expect(answered('SIP / 2.0 / UDP  [2001:db8::7]:5070 ; branch=b ; x="y;z"; rport').via).toBe(
      'SIP/2.0/UDP [2001:db8::7]:5070;branch=b;x="y;z";rport=40123;received=198.51.100.7',
    );
  });

  it('is the connection that a request came over', () => {
    const connection: Hop = { ...SOURCE, protocol: 'tcp' };
    expect(answered('SIP/2.0/TCP 10.0.0.7:7777;branch=b', connection).hop).toBe('198.51.100.7:40123');
  });
});
