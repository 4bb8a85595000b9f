import { expect, test } from 'vitest';
import { RecordingLinks } from './links.ts';

const NOW_S = 1_795_000_000;
const links = new RecordingLinks({ secret: Buffer.alloc(32, 7), publicUrl: () => 'https://parley.example.com' });
const url = new URL(links.link('call_1', 'mixed', NOW_S));
const expires = url.searchParams.get('expires')!;
const signature = url.searchParams.get('signature')!;
const verify = (change: object, nowS = NOW_S) =>
  links.verify({ callId: 'call_1', kind: 'mixed', expires, signature, ...change }, nowS);

test('a link is valid for 24 h, for its file and its call', () => {
  expect(url.href).toMatch('https://parley.example.com/recordings/call_1/mixed.wav?');
  expect(verify({})).toBe(true);
  expect(verify({}, NOW_S + 24 * 3600)).toBe(true);
  expect(verify({}, NOW_S + 24 * 3600 + 1)).toBe(false);
  expect(verify({ kind: 'stereo' })).toBe(false);
  expect(verify({ callId: 'call_2' })).toBe(false);
});

test('one text of the signature is valid, and none that decodes to the same bytes', () => {
  const bytes = Buffer.from(signature, 'base64url');
  const lastCharacters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'];
  const texts = lastCharacters.map((last) => signature.slice(0, -1) + last);
  const sameBytes = texts.filter((text) => text !== signature && Buffer.from(text, 'base64url').equals(bytes));
  expect(sameBytes).toHaveLength(3);
  const suffixed = ['=', '==', '.', '!!', ' ', '\0', '\n', 'é'].map((suffix) => signature + suffix);
  const others = [...sameBytes, ...suffixed, ` ${signature}`, bytes.toString('base64'), bytes.toString('hex'), ''];
  for (const other of others) expect([other, verify({ signature: other })]).toEqual([other, false]);
});

test('one text of the time is valid', () => {
  for (const other of [`0${expires}`, `+${expires}`, ` ${expires}`, `${expires}.0`, `${expires}\n`, '', '0', 'x']) {
    expect([other, verify({ expires: other })]).toEqual([other, false]);
  }
});
