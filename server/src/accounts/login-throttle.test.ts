import { beforeEach, describe, expect, it } from 'vitest';
import type { RequestError } from '../kernel/request-error.ts';
import { type LoginAttempt, LoginThrottle } from './login-throttle.ts';

let nowMs: number;
let throttle: LoginThrottle;

beforeEach(() => {
  nowMs = 1_000_000;
  throttle = new LoginThrottle(() => nowMs);
});

/** Seconds to wait, or 0 when the attempt was permitted; it fails. */
function fail(attempt: Partial<LoginAttempt>): number {
  try {
    throttle.begin({ name: 'maria@example.com', client: '198.51.100.1', device: null, ...attempt });
    return 0;
  } catch (error) {
    return (error as RequestError).retryAfterS!;
  }
}

describe('a name', () => {
  it('is guessed at ten times in a quarter of an hour, from wherever', () => {
    for (let no = 0; no < 10; no += 1) {
      expect(fail({ client: `198.51.100.${no}` })).toBe(0);
      nowMs += 1000;
    }
    expect(fail({ client: '203.0.113.7' })).toBe(15 * 60 - 10);
  });

  it('is free again exactly when Retry-After says', () => {
    for (let no = 0; no < 10; no += 1) fail({ client: `198.51.100.${no}` });
    nowMs += 400;
    const waitS = fail({ client: '203.0.113.7' });
    nowMs += waitS * 1000 - 1000;
    expect(fail({ client: '203.0.113.7' })).toBe(1);
    nowMs += 1000;
    expect(fail({ client: '203.0.113.7' })).toBe(0);
  });

  it('is not locked out of a browser that it has signed in with before', () => {
    for (let no = 0; no < 20; no += 1) fail({ client: `198.51.100.${no}` });
    expect(fail({ device: 'laptop' })).toBe(0);
  });

  it('locks no other name out', () => {
    for (let no = 0; no < 20; no += 1) fail({ client: `198.51.100.${no}` });
    expect(fail({ name: 'jo@example.com', client: '203.0.113.7' })).toBe(0);
  });
});

describe('a network', () => {
  it('guesses thirty times, whatever the names', () => {
    const waits = Array.from({ length: 31 }, (_, no) => fail({ name: `${no}@example.com` }));
    expect(waits.filter((waitS) => waitS === 0)).toHaveLength(30);
    expect(waits.at(-1)).toBe(15 * 60);
    expect(fail({ name: 'other@example.com', client: '203.0.113.7' })).toBe(0);
    expect(fail({ device: 'laptop' })).toBe(0);
  });
});

it('a browser that is known guesses ten times, too', () => {
  const waits = Array.from({ length: 11 }, () => fail({ device: 'laptop' }));
  expect(waits.at(-1)).toBe(15 * 60);
  expect(fail({})).toBe(0);
});

it('an attempt that succeeded is none', () => {
  for (let no = 0; no < 50; no += 1) {
    throttle.begin({ name: 'maria@example.com', client: '198.51.100.1', device: null }).forgive();
  }
  expect(fail({})).toBe(0);
});

it('attempts at once are as many', () => {
  const attempts = Array.from({ length: 12 }, () => fail({}));
  expect(attempts.filter((waitS) => waitS > 0)).toHaveLength(2);
});
