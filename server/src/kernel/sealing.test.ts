import { randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import { Sealing, UnsealError } from './sealing.ts';

const sealing = new Sealing(randomBytes(32));

it('opens what it sealed, for the same purpose alone', () => {
  const sealed = sealing.seal('pässword', 'trunk trk_1');
  expect(sealed.includes('pässword')).toBe(false);
  expect(sealing.open(sealed, 'trunk trk_1')).toBe('pässword');
  expect(() => sealing.open(sealed, 'trunk trk_2')).toThrow(UnsealError);
});

it('seals the same secret differently each time', () => {
  expect(sealing.seal('a', 'b').equals(sealing.seal('a', 'b'))).toBe(false);
});

it('notices each byte that was changed', () => {
  const sealed = sealing.seal('secret', 'purpose');
  for (const at of sealed.keys()) {
    const changed = Buffer.from(sealed);
    changed[at] = changed[at]! ^ 1;
    expect(() => sealing.open(changed, 'purpose')).toThrow(UnsealError);
  }
  expect(() => sealing.open(sealed.subarray(0, 20), 'purpose')).toThrow(UnsealError);
});

it('says which variable is wrong when the master key is another', () => {
  const sealed = new Sealing(randomBytes(32)).seal('secret', 'purpose');
  expect(() => sealing.open(sealed, 'purpose')).toThrow('PARLEY_MASTER_KEY');
});
