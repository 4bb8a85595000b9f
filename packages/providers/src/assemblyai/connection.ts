import { type FailingVendor, statusFailure } from '../transport/vendor-failure.ts';
import type { VendorConnection } from '../vendor.ts';

export const ID = 'assemblyai';
const BASE_URL = 'wss://streaming.assemblyai.com';

export const baseUrlOf = ({ baseUrl }: VendorConnection): string => baseUrl ?? BASE_URL;

export const headersOf = ({ apiKey }: VendorConnection): Record<string, string> =>
  apiKey === null ? {} : { authorization: apiKey };

export const vendorOf = ({ apiKey, name = ID }: VendorConnection): FailingVendor => ({
  role: 'stt',
  provider: name,
  apiKey,
});

/**
 * The HTTP status that says the same as a close code of the vendor's
 * (https://www.assemblyai.com/docs/streaming/common-session-errors-and-closures). Others: 503.
 */
const STATUSES: Record<number, number> = {
  1008: 401,
  3006: 400,
  3007: 400,
  3009: 429,
  4001: 401,
  4002: 402,
  4003: 402,
  4029: 429,
  4102: 429,
};

/** The code of a refused key is that of other refusals, too. */
function statusOf(code: number, message: string): number {
  if (code !== 1008) return STATUSES[code] ?? 503;
  if (/too many|rate/i.test(message)) return 429;
  return /fund|balance|credit/i.test(message) ? 402 : 401;
}

export const codedFailure = (vendor: FailingVendor, code: number, message: string): Error =>
  statusFailure(vendor, statusOf(code, message), { message: `${code} ${message}` });

export const isRetryableCode = (code: number, reason: string): boolean =>
  code < 3000 && code !== 1008 ? true : ![400, 401, 402].includes(statusOf(code, reason));
