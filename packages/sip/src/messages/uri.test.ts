import { describe, expect, it } from 'vitest';
import { formatNameAddress, parseNameAddress } from './name-address.ts';
import { formatHost, parseUri, percentDecoded } from './uri.ts';

describe('parsing a URI', () => {
  it.each([
    ['sip:example.com', { scheme: 'sip', user: null, host: 'example.com', port: null }],
    ['SIP:ann@example.com:5070', { scheme: 'sip', user: 'ann', host: 'example.com', port: 5070 }],
    ['sips:ann:secret@example.com', { scheme: 'sips', user: 'ann' }],
    ['sip:+1202;ext=1@example.com', { user: '+1202;ext=1', host: 'example.com' }],
    ['sip:1_un.URI~(x!)&it+$/?,;;*:&it+=1@h', { user: '1_un.URI~(x!)&it+$/?,;;*', host: 'h' }],
    ['sip:ann@[2001:db8::1]:5060', { host: '2001:db8::1', port: 5060 }],
    ['sip:ann@example.com?subject=x', { hasHeaders: true }],
    ['tel:+12025550101;phone-context=x', { scheme: 'tel', user: '+12025550101', host: '' }],
    ['urn:service:sos', { scheme: 'urn', user: null }],
  ])('reads %s', (text, uri) => {
    expect(parseUri(text)).toMatchObject(uri);
  });

  it('reads parameters, with and without value', () => {
    const params = parseUri('sip:p@example.com;transport=TCP;LR;maddr=[::1]')?.params;
    expect(params && [...params]).toEqual([
      ['transport', 'TCP'],
      ['lr', null],
      ['maddr', '[::1]'],
    ]);
  });

  it.each([
    '',
    'sip:',
    'example.com',
    ':x',
    '1sip:x',
    'sip:@example.com',
    'sip:a@',
    'sip:a@ex ample.com',
    'sip:a@example.com:0',
    'sip:a@example.com:65536',
    'sip:a@example.com:',
    'sip:a@[::1',
    'sip:a@[1.2.3.4]',
    'sip:a\u0000@example.com',
    'sip:a@<b>',
    'tel:;x=1',
  ])('refuses %j', (text) => {
    expect(parseUri(text)).toBeNull();
  });

  it('decodes what is encoded, and leaves what only looks so', () => {
    expect(percentDecoded('%2B1202')).toBe('+1202');
    expect(percentDecoded('100%')).toBe('100%');
  });

  it('puts brackets around IPv6', () => {
    expect([formatHost('::1'), formatHost('192.0.2.1')]).toEqual(['[::1]', '192.0.2.1']);
  });
});

describe('parsing a name and address', () => {
  it.each([
    ['sip:a@b;tag=1', { displayName: null, uri: 'sip:a@b' }],
    ['<sip:a@b;lr>;tag=1', { displayName: null, uri: 'sip:a@b;lr' }],
    ['"A \\"B\\" <x>" <sip:a@b>', { displayName: 'A "B" <x>', uri: 'sip:a@b' }],
    ['Bell, Alexander <sip:a@b>', { displayName: 'Bell, Alexander', uri: 'sip:a@b' }],
    ['"" <sip:a@b>', { displayName: '', uri: 'sip:a@b' }],
  ])('reads %s', (text, address) => {
    expect(parseNameAddress(text)).toMatchObject(address);
  });

  it.each([
    '',
    '"a <sip:a@b>',
    '"a" sip:a@b',
    '<sip:a@b',
    'a@b',
    'sip:a@b?x=1',
    'sip:a@b,sip:c@d',
    '<sip:a@b> rest',
    '*',
  ])('refuses %j', (text) => {
    expect(parseNameAddress(text)).toBeNull();
  });

  it('writes what it reads', () => {
    const text = formatNameAddress({ uri: 'sip:a@b', displayName: 'a \\ "b"', tag: 't' });
    expect(text).toBe('"a \\\\ \\"b\\"" <sip:a@b>;tag=t');
    expect(parseNameAddress(text)).toMatchObject({ displayName: 'a \\ "b"', uri: 'sip:a@b' });
  });
});
