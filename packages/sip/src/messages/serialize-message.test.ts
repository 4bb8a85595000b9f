import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createResponse } from './create-response.ts';
import { SipHeaders } from './headers.ts';
import { SipRequest, SipResponse, SipSyntaxError } from './message.ts';
import { serializedLength, serializeMessage } from './serialize-message.ts';

function lines(message: SipRequest | SipResponse): string[] {
  return serializeMessage(message).toString('utf8').split('\r\n');
}

describe('serializing', () => {
  it('writes names in their usual form, each value on a line, and counts bytes, not characters', () => {
    const headers = new SipHeaders().set('record-route', ['<sip:a>', '<sip:b>']).set('CSEQ', '1 INFO').set('i', 'x');
    const request = new SipRequest('INFO', 'sip:bob@example.com', headers, Buffer.from('ü'));
    expect(lines(request)).toEqual([
      'INFO sip:bob@example.com SIP/2.0',
      'Record-Route: <sip:a>',
      'Record-Route: <sip:b>',
      'CSeq: 1 INFO',
      'Call-ID: x',
      'Content-Length: 2',
      '',
      'ü',
    ]);
  });

  it('never lets a value begin a line of its own', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (value, reason) => {
        const response = new SipResponse(
          200,
          `${reason}\r\nA: b`,
          new SipHeaders().set('x-test', `${value}\r\n\r\nB: c`),
        );
        expect(lines(response)).toHaveLength(5);
        expect(serializeMessage(response).toString()).not.toMatch(/[^\r]\n|\r[^\n]/);
      }),
    );
  });

  it('knows its length before', () => {
    const text = () => fc.string({ unit: 'binary' });
    fc.assert(
      fc.property(text(), text(), fc.array(text()), fc.uint8Array(), (value, reason, contacts, body) => {
        const headers = new SipHeaders().set('x-test', value).set('contact', contacts).set('content-length', '7');
        const response = new SipResponse(200, reason, headers, Buffer.from(body));
        expect(serializedLength(response)).toBe(serializeMessage(response).length);
      }),
    );
  });

  it.each(['sip:a b', 'sip:a\r\nVia: x', '', 'sip:a\u00a0b'])('refuses the Request-URI %j', (uri) => {
    expect(() => serializeMessage(new SipRequest('INFO', uri, new SipHeaders()))).toThrow(SipSyntaxError);
  });

  it('refuses a method or a header name that is not a token', () => {
    expect(() => serializeMessage(new SipRequest('IN FO', 'sip:a', new SipHeaders()))).toThrow(SipSyntaxError);
    const headers = new SipHeaders().set('x\r\ny', 'z');
    expect(() => serializeMessage(new SipRequest('INFO', 'sip:a', headers))).toThrow(SipSyntaxError);
  });
});

describe('creating a response', () => {
  const request = new SipRequest(
    'INVITE',
    'sip:bob@example.com',
    new SipHeaders()
      .set('via', ['SIP/2.0/UDP a;branch=1', 'SIP/2.0/UDP b;branch=2'])
      .set('record-route', ['<sip:p1;lr>', '<sip:p2;lr>'])
      .set('from', '<sip:a@b>;tag=1')
      .set('to', '<sip:b@c>')
      .set('call-id', 'x')
      .set('cseq', '1 INVITE'),
  );

  it('copies all Vias in order and adds our tag', () => {
    const response = createResponse(request, 180, { toTag: 'mine' });
    expect(response.headers.all('via')).toEqual(request.headers.all('via'));
    expect(response.headers.all('record-route')).toEqual(['<sip:p1;lr>', '<sip:p2;lr>']);
    expect(response).toMatchObject({ status: 180, reason: 'Ringing', toTag: 'mine' });
  });

  it('gives 100 no tag, and a failure no Record-Route', () => {
    expect(createResponse(request, 100, { toTag: 'mine' }).toTag).toBeNull();
    expect(createResponse(request, 486).headers.has('record-route')).toBe(false);
  });

  it('leaves a tag that is there, and invents a phrase for an unknown status', () => {
    const inDialog = new SipRequest(
      'BYE',
      'sip:b',
      new SipHeaders().copyFrom(request.headers, 'via').set('to', '<sip:b@c>;tag=t'),
    );
    expect(createResponse(inDialog, 499, { toTag: 'mine' })).toMatchObject({ reason: 'Bad Request', toTag: 't' });
  });
});
