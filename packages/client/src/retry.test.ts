import { describe, expect, it } from 'vitest';
import { ParleyError, type ParleyErrorCode } from './parley-error.ts';
import { retryDelayMs } from './retry.ts';

const repeatable = { repeatable: true, random: () => 1 };

describe('retryDelayMs', () => {
  it('doubles, up to 8 s', () => {
    const error = new ParleyError('connection_failed', '');
    const delays = [1, 2, 3, 4, 5, 6, 7].map((number) => retryDelayMs(error, { number, ...repeatable }));
    expect(delays).toEqual([500, 1000, 2000, 4000, 8000, 8000, 8000]);
  });

  it('spreads over the upper half', () => {
    const error = new ParleyError('timed_out', '');
    const delays = [0, 0.5, 1].map((part) => retryDelayMs(error, { number: 1, repeatable: true, random: () => part }));
    expect(delays).toEqual([250, 375, 500]);
  });

  it.each<[ParleyErrorCode, number | undefined, boolean]>([
    ['connection_failed', undefined, true],
    ['timed_out', undefined, true],
    ['server_error', 500, true],
    ['server_error', 503, true],
    ['invalid_response', 200, false],
    ['invalid_request', 400, false],
    ['unauthorized', 401, false],
    ['forbidden', 403, false],
    ['not_found', 404, false],
    ['conflict', 409, false],
    ['unprocessable', 422, false],
  ])('%s (%s) is tried again: %s', (code, status, again) => {
    const error = new ParleyError(code, '', status === undefined ? {} : { status });
    expect(retryDelayMs(error, { number: 1, ...repeatable }) !== null).toBe(again);
    expect(retryDelayMs(error, { number: 1, repeatable: false, random: () => 1 })).toBeNull();
  });

  it('never comes earlier than Retry-After, and gives up on more than a minute', () => {
    const limited = (retryAfterS: number) => new ParleyError('rate_limited', '', { status: 429, retryAfterS });
    const attempt = { number: 1, repeatable: false, random: () => 0 };
    expect(retryDelayMs(limited(12), attempt)).toBe(12_000);
    expect(retryDelayMs(limited(60), attempt)).toBe(60_000);
    expect(retryDelayMs(limited(61), attempt)).toBeNull();
  });
});
