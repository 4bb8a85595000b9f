import { describe, expect, it } from 'vitest';
import { SipHeaders } from '../messages/headers.ts';
import { SipRequest } from '../messages/message.ts';
import { mergeKey, serverKey } from './transaction-key.ts';

function request(method: string, via: string, to = '<sip:b@c>', sequence = 1): SipRequest {
  const headers = new SipHeaders()
    .set('via', via)
    .set('from', '<sip:a@b>;tag=1')
    .set('to', to)
    .set('call-id', 'x')
    .set('cseq', `${sequence} ${method}`);
  return new SipRequest(method, 'sip:b@c', headers);
}

const NEW = 'SIP/2.0/UDP host:5060;branch=z9hG4bK1';

describe('the key of a server transaction', () => {
  it('is branch, sent-by and method', () => {
    const key = serverKey(request('INVITE', NEW));
    expect(serverKey(request('INVITE', 'SIP/2.0/UDP HOST:5060;branch=z9hG4bK1;received=1.2.3.4'))).toBe(key);
    expect(serverKey(request('INVITE', 'SIP/2.0/UDP other:5060;branch=z9hG4bK1'))).not.toBe(key);
    expect(serverKey(request('INVITE', 'SIP/2.0/UDP host:5061;branch=z9hG4bK1'))).not.toBe(key);
    expect(serverKey(request('INVITE', 'SIP/2.0/UDP host:5060;branch=z9hG4bK2'))).not.toBe(key);
    expect(serverKey(request('OPTIONS', NEW))).not.toBe(key);
  });

  it('leads from ACK and CANCEL to the INVITE', () => {
    const key = serverKey(request('INVITE', NEW));
    expect(serverKey(request('ACK', NEW, '<sip:b@c>;tag=2'))).toBe(key);
    expect(serverKey(request('CANCEL', NEW), 'INVITE')).toBe(key);
    expect(serverKey(request('CANCEL', NEW))).not.toBe(key);
  });

  it.each(['SIP/2.0/UDP host', 'SIP/2.0/UDP host;branch=1', 'SIP/2.0/UDP host;branch=z9hG4bK'])(
    'without a real branch (%s) is all that identifies the request',
    (via) => {
      const key = serverKey(request('INVITE', via));
      expect(serverKey(request('ACK', via, '<sip:b@c>;tag=2'))).toBe(key);
      expect(serverKey(request('INVITE', via, '<sip:b@c>', 2))).not.toBe(key);
    },
  );
});

describe('the key of merged requests', () => {
  it('is the same over every path, and none in a dialog', () => {
    const key = mergeKey(request('INVITE', NEW));
    expect(key).not.toBeNull();
    expect(mergeKey(request('INVITE', 'SIP/2.0/UDP elsewhere;branch=z9hG4bK9'))).toBe(key);
    expect(mergeKey(request('INVITE', NEW, '<sip:b@c>', 2))).not.toBe(key);
    expect(mergeKey(request('INVITE', NEW, '<sip:b@c>;tag=2'))).toBeNull();
  });
});
