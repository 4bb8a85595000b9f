import { ProviderError } from '@parley/conversation';
import { expect, test } from 'vitest';
import { VendorBreaker } from './vendor-breaker.ts';

const down = new ProviderError('tts', 'x', 'broke off', { retryable: true });
const refused = new ProviderError('tts', 'x', '401', { retryable: false });

function breaker() {
  const time = { nowMs: 0 };
  return { time, vendors: new VendorBreaker(() => time.nowMs) };
}

test('three failures in a row keep a vendor out for half a minute; then one call tries it', () => {
  const { time, vendors } = breaker();
  vendors.failed('x', down);
  vendors.failed('x', down);
  expect(vendors.isOpen('x')).toBe(false);
  vendors.failed('x', down);
  expect(vendors.isOpen('x')).toBe(true);
  expect(vendors.isOpen('y')).toBe(false);
  time.nowMs = 29_999;
  expect(vendors.isOpen('x')).toBe(true);
  time.nowMs = 30_000;
  expect([vendors.isOpen('x'), vendors.isOpen('x')]).toEqual([false, true]);
  vendors.succeeded('x');
  expect(vendors.isOpen('x')).toBe(false);
});

test('a try that fails keeps it out again', () => {
  const { time, vendors } = breaker();
  for (let failure = 0; failure < 3; failure += 1) vendors.failed('x', down);
  time.nowMs = 30_000;
  expect(vendors.isOpen('x')).toBe(false);
  vendors.failed('x', down);
  expect(vendors.isOpen('x')).toBe(true);
});

test('a success in between, a minute, and a refused key are no outage', () => {
  const { time, vendors } = breaker();
  vendors.failed('x', down);
  vendors.failed('x', down);
  vendors.succeeded('x');
  vendors.failed('x', down);
  time.nowMs = 60_000;
  vendors.failed('x', down);
  vendors.failed('x', down);
  for (let failure = 0; failure < 5; failure += 1) vendors.failed('x', refused);
  expect(vendors.isOpen('x')).toBe(false);
});

test('accounts with connections of their own know nothing of each other', () => {
  const { vendors } = breaker();
  const own = { vendor: 'openai-compatible', name: 'own', apiKey: null, abilities: ['voice'] } as const;
  const [mine, theirs] = [vendors.of([{ ...own, baseUrl: 'http://a' }]), vendors.of([{ ...own, baseUrl: 'http://b' }])];
  for (let failure = 0; failure < 3; failure += 1) mine.failed('own/tts-1', down);
  expect([mine.isOpen('own/tts-1'), theirs.isOpen('own/tts-1')]).toEqual([true, false]);
});
