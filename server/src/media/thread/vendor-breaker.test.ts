import { ProviderError } from '@parley/conversation';
import { expect, test } from 'vitest';
import { VendorBreaker } from './vendor-breaker.ts';

const down = new ProviderError('tts', 'x', 'broke off', { retryable: true });
const refused = new ProviderError('tts', 'x', '401', { retryable: false });

function setUp() {
  const time = { nowMs: 0 };
  const reported: string[] = [];
  const breaker = new VendorBreaker({
    nowMs: () => time.nowMs,
    onChange: ({ role, name }, outage) =>
      reported.push(`${role} ${name} ${outage ? `${outage.failures} ${outage.forMs}` : 'works'}`),
  });
  return { time, reported, breaker, vendors: breaker.of([]) };
}

test('three failures in a row keep a vendor out for half a minute; then one call tries it', () => {
  const { time, vendors } = setUp();
  vendors.failed('x', down);
  vendors.failed('x', down);
  expect(vendors.isOpen('tts', 'x')).toBe(false);
  vendors.failed('x', down);
  expect(vendors.isOpen('tts', 'x')).toBe(true);
  expect(vendors.isOpen('tts', 'y')).toBe(false);
  time.nowMs = 29_999;
  expect(vendors.isOpen('tts', 'x')).toBe(true);
  time.nowMs = 30_000;
  expect([vendors.isOpen('tts', 'x'), vendors.isOpen('tts', 'x')]).toEqual([false, true]);
  vendors.succeeded('tts', 'x');
  expect(vendors.isOpen('tts', 'x')).toBe(false);
});

test('a try that fails keeps it out again', () => {
  const { time, vendors } = setUp();
  for (let failure = 0; failure < 3; failure += 1) vendors.failed('x', down);
  time.nowMs = 30_000;
  expect(vendors.isOpen('tts', 'x')).toBe(false);
  vendors.failed('x', down);
  expect(vendors.isOpen('tts', 'x')).toBe(true);
});

test('a success in between, a minute, and a refused key are no outage', () => {
  const { time, vendors } = setUp();
  vendors.failed('x', down);
  vendors.failed('x', down);
  vendors.succeeded('tts', 'x');
  vendors.failed('x', down);
  time.nowMs = 60_000;
  vendors.failed('x', down);
  vendors.failed('x', down);
  for (let failure = 0; failure < 5; failure += 1) vendors.failed('x', refused);
  expect(vendors.isOpen('tts', 'x')).toBe(false);
});

test('accounts with connections of their own know nothing of each other', () => {
  const { breaker } = setUp();
  const own = { vendor: 'openai-compatible', name: 'own', apiKey: null, abilities: ['voice'] } as const;
  const [mine, theirs] = [breaker.of([{ ...own, baseUrl: 'http://a' }]), breaker.of([{ ...own, baseUrl: 'http://b' }])];
  for (let failure = 0; failure < 3; failure += 1) mine.failed('own/tts-1', down);
  expect([mine.isOpen('tts', 'own/tts-1'), theirs.isOpen('tts', 'own/tts-1')]).toEqual([true, false]);
});

test('one that cannot speak may listen', () => {
  const { vendors } = setUp();
  for (let failure = 0; failure < 3; failure += 1) vendors.failed('x', down);
  expect([vendors.isOpen('tts', 'x'), vendors.isOpen('stt', 'x')]).toEqual([true, false]);
});

test('each failure is reported, and the recovery once', () => {
  const { vendors, reported } = setUp();
  for (let failure = 0; failure < 3; failure += 1) vendors.failed('x', down);
  vendors.succeeded('tts', 'x');
  vendors.succeeded('tts', 'x');
  expect(reported).toEqual(['tts x 1 null', 'tts x 2 null', 'tts x 3 30000', 'tts x works']);
});
