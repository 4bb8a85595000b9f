import type { ProviderRole } from '@parley/conversation/provider';
import { socketUrl } from '../transport/socket-url.ts';
import type { FailingVendor } from '../transport/vendor-failure.ts';
import { VendorSocket } from '../transport/vendor-socket.ts';
import type { VendorConnection } from '../vendor.ts';

export const DEEPGRAM = 'deepgram';
const BASE_URL = 'https://api.deepgram.com';

/** An account at Deepgram, in one role: how each of its connections is made. */
export class DeepgramAccount {
  readonly vendor: FailingVendor;
  readonly #baseUrl: string;

  constructor({ baseUrl, apiKey, name = DEEPGRAM }: VendorConnection, role: ProviderRole) {
    this.vendor = { role, provider: name, apiKey };
    this.#baseUrl = baseUrl ?? BASE_URL;
  }

  /** @param path begins with a slash */
  urlOf(path: string): string {
    return `${this.#baseUrl.replace(/^ws/, 'http')}${path}`;
  }

  /** https://developers.deepgram.com/guides/fundamentals/authenticating */
  get headers(): Record<string, string> {
    const { apiKey } = this.vendor;
    return apiKey === null ? {} : { authorization: `Token ${apiKey}` };
  }

  connect(path: string, parameters: [name: string, value: string][]): VendorSocket {
    return new VendorSocket({
      url: socketUrl(this.#baseUrl, path, parameters),
      headers: this.headers,
      vendor: this.vendor,
      isRetryable: (code) => !REFUSING_CODES.has(code),
    });
  }
}

/**
 * What was sent is refused, and would be again: no message of the protocol, too large a one
 * (https://developers.deepgram.com/docs/tts-troubleshooting-websocket-net-and-data-errors).
 */
const REFUSING_CODES = new Set([1003, 1007, 1008, 1009]);
