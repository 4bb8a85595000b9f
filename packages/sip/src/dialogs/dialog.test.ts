import { describe, expect, it } from 'vitest';
import { LocalIdentity } from '../local-identity.ts';
import { SipHeaders } from '../messages/headers.ts';
import { SipRequest, SipResponse } from '../messages/message.ts';
import type { Hop } from '../transports/transport.ts';
import { createDialogRequest } from './create-request.ts';
import { Dialog } from './dialog.ts';
import { type DialogState, restoreDialogState } from './dialog-state.ts';

const STATE: DialogState = {
  callId: 'c',
  localTag: 'l',
  remoteTag: 'r',
  localUri: 'sip:us@192.0.2.1',
  remoteUri: 'sip:them@example.com',
  remoteTarget: 'sip:them@192.0.2.9:5070',
  routeSet: [],
  localSeq: 4,
  remoteSeq: 10,
  destination: { protocol: 'udp', host: '192.0.2.200', port: 5060 },
};
const LOCAL = new LocalIdentity({ host: '192.0.2.1' }, new Map([['udp', 5060]]), 'test');

function bye(state: Partial<DialogState>) {
  const dialog = new Dialog({ ...STATE, ...state });
  const request = createDialogRequest(dialog, 'BYE', LOCAL, 'z9hG4bK1');
  const { protocol, host, port } = dialog.nextHop;
  return { uri: request.uri, routes: request.headers.all('route'), protocol, hop: `${host}:${port}` };
}

function request(method: string, number: number, contact?: string): SipRequest {
  const headers = new SipHeaders().set('cseq', `${number} ${method}`);
  if (contact) headers.set('contact', contact);
  return new SipRequest(method, 'sip:us@192.0.2.1', headers);
}

describe('where a request of a dialog goes', () => {
  it('to the remote target, without a route set', () => {
    expect(bye({})).toMatchObject({ uri: 'sip:them@192.0.2.9:5070', routes: [], hop: '192.0.2.9:5070' });
  });

  it('to the first loose router, with the target in the Request-URI', () => {
    const routeSet = ['<sip:192.0.2.100;lr>', '<sip:192.0.2.101:5080;lr=on>'];
    expect(bye({ routeSet })).toMatchObject({ uri: STATE.remoteTarget, routes: routeSet, hop: '192.0.2.100:5060' });
  });

  it('to the first strict router, with the target as the last route (section 12.2.1.1)', () => {
    const routeSet = ['<sip:192.0.2.100?x=y>', '<sip:192.0.2.101;lr>'];
    expect(bye({ routeSet })).toMatchObject({
      uri: 'sip:192.0.2.100',
      routes: ['<sip:192.0.2.101;lr>', '<sip:them@192.0.2.9:5070>'],
      hop: '192.0.2.100:5060',
    });
  });

  it.each([
    ['a name', 'sip:them@pbx.example.com'],
    ['no SIP URI', 'tel:+12025550101'],
    ['an address of zeros', 'sip:them@0.0.0.0'],
    ['a private address, while the peer is public', 'sip:them@10.1.2.3:5060'],
    ['a loopback address, while the peer is public', 'sip:them@127.0.0.1'],
    ['a private IPv6 address, while the peer is public', 'sip:them@[fd00::1]'],
  ])('to the destination, when the target is %s', (_name, remoteTarget) => {
    expect(bye({ remoteTarget })).toMatchObject({ uri: remoteTarget, hop: '192.0.2.200:5060' });
  });

  it('to a private target, when the peer is private too', () => {
    const destination: Hop = { protocol: 'udp', host: '192.168.1.2', port: 5060 };
    expect(bye({ remoteTarget: 'sip:them@10.1.2.3:5070', destination }).hop).toBe('10.1.2.3:5070');
  });

  it.each<[string, Hop['protocol'], string, string]>([
    ['sip:them@192.0.2.9', 'udp', 'udp', '192.0.2.9:5060'],
    ['sip:them@192.0.2.9', 'tcp', 'tcp', '192.0.2.9:5060'],
    ['sip:them@192.0.2.9;transport=TCP', 'udp', 'tcp', '192.0.2.9:5060'],
    ['sip:them@192.0.2.9:5080;transport=udp', 'tcp', 'udp', '192.0.2.9:5080'],
    ['sip:them@192.0.2.9;transport=sctp', 'udp', 'udp', '192.0.2.9:5060'],
    ['sips:them@192.0.2.9', 'tcp', 'tls', '192.0.2.9:5061'],
    ['sip:them@192.0.2.9', 'tls', 'tls', '192.0.2.9:5061'],
    ['sip:them@192.0.2.9;transport=udp', 'tls', 'tls', '192.0.2.9:5061'], // no way back from encryption
  ])('%s of a dialog that began over %s is reached over %s at %s', (remoteTarget, began, protocol, hop) => {
    const destination: Hop = { protocol: began, host: '192.0.2.200', port: 5060 };
    expect(bye({ remoteTarget, destination })).toMatchObject({ protocol, hop });
  });

  it('over TLS with the certificate of the destination', () => {
    const destination: Hop = { protocol: 'tls', host: '192.0.2.200', port: 5061, tlsName: 'sip.example.com' };
    expect(new Dialog({ ...STATE, destination }).nextHop).toMatchObject({
      host: '192.0.2.9',
      tlsName: 'sip.example.com',
    });
  });

  it('over the connection by which it came, where that is what Contact names', () => {
    const destination: Hop = { protocol: 'tls', host: '192.0.2.200', port: 40_000 };
    const remoteTarget = 'sip:them@192.0.2.200:40000;transport=tls';
    const dialog = new Dialog({ ...STATE, remoteTarget, destination });
    dialog.useTlsName('sip.example.com');
    expect(dialog.nextHop).toEqual(destination);
  });

  it('over TLS with the certificate of a peer that began it, once that is known', () => {
    const dialog = new Dialog({ ...STATE, destination: { protocol: 'tls', host: '192.0.2.200', port: 40_000 } });
    expect(dialog.nextHop).toMatchObject({ host: '192.0.2.9', tlsName: '192.0.2.200' });
    dialog.useTlsName('sip.example.com');
    expect(dialog.nextHop).toMatchObject({ host: '192.0.2.9', tlsName: 'sip.example.com' });
  });

  it('over UDP, when it was stored without a transport', () => {
    const stored = {
      ...STATE,
      remoteTarget: 'sip:them@pbx.example.com',
      destination: { host: '192.0.2.7', port: 5070 },
    };
    expect(new Dialog(restoreDialogState(stored)).nextHop).toEqual({ protocol: 'udp', host: '192.0.2.7', port: 5070 });
  });

  it('to a router that is a name: to the destination, with the route', () => {
    const routeSet = ['<sip:edge.example.com;lr>'];
    expect(bye({ routeSet })).toMatchObject({ uri: STATE.remoteTarget, routes: routeSet, hop: '192.0.2.200:5060' });
  });
});

describe('a dialog', () => {
  it('of the caller reverses the recorded route, of the callee keeps it', () => {
    const invite = new SipRequest(
      'INVITE',
      'sip:b@c',
      new SipHeaders()
        .set('from', '<sip:a@b>;tag=1')
        .set('to', '<sip:b@c>')
        .set('call-id', 'x')
        .set('cseq', '3 INVITE')
        .set('contact', '<sip:a@192.0.2.5>')
        .set('record-route', ['<sip:p1;lr>', '<sip:p2;lr>']),
    );
    const answer = new SipResponse(
      200,
      'OK',
      new SipHeaders()
        .copyFrom(invite.headers, 'record-route')
        .set('to', '<sip:b@c>;tag=2')
        .set('contact', '<sip:b@192.0.2.6>'),
    );
    const destination: Hop = { protocol: 'udp', host: '192.0.2.6', port: 5060 };
    expect(Dialog.ofCaller(invite, answer, destination).state).toMatchObject({
      localTag: '1',
      remoteTag: '2',
      localUri: 'sip:a@b',
      remoteUri: 'sip:b@c',
      remoteTarget: 'sip:b@192.0.2.6',
      routeSet: ['<sip:p2;lr>', '<sip:p1;lr>'],
      localSeq: 3,
      remoteSeq: null,
    });
    expect(Dialog.ofCallee(invite, '2', destination).state).toMatchObject({
      localTag: '2',
      remoteTag: '1',
      localUri: 'sip:b@c',
      remoteUri: 'sip:a@b',
      remoteTarget: 'sip:a@192.0.2.5',
      routeSet: ['<sip:p1;lr>', '<sip:p2;lr>'],
      remoteSeq: 3,
    });
  });

  it('counts its requests, and survives JSON', () => {
    const dialog = new Dialog(STATE);
    expect(createDialogRequest(dialog, 'INFO', LOCAL, 'z9hG4bK1').cseq.number).toBe(5);
    const revived = new Dialog(JSON.parse(JSON.stringify(dialog.state)));
    const request = createDialogRequest(revived, 'BYE', LOCAL, 'z9hG4bK2');
    expect(request.cseq.number).toBe(6);
    expect(request).toMatchObject({ fromTag: 'l', toTag: 'r', callId: 'c' });
  });

  it('admits what is newer than the last request, and moves its target only with INVITE and UPDATE', () => {
    const dialog = new Dialog(STATE);
    expect(dialog.admit(request('INFO', 10))).toBe(false);
    expect(dialog.admit(request('INFO', 12, '<sip:new@192.0.2.9>'))).toBe(true);
    expect(dialog.state).toMatchObject({ remoteSeq: 12, remoteTarget: STATE.remoteTarget });
    expect(dialog.admit(request('UPDATE', 13, '<sip:new@192.0.2.9>'))).toBe(true);
    expect(dialog.state.remoteTarget).toBe('sip:new@192.0.2.9');
    expect(dialog.admit(request('INVITE', 14))).toBe(true);
    expect(dialog.state.remoteTarget).toBe('sip:new@192.0.2.9');
  });
});
