import { parseInteger } from './cseq.ts';
import type { SipResponse } from './message.ts';

/** RFC 3261 section 20.33, in seconds: `18000;duration=3600`, `120 (in a meeting)`. Null where there is none. */
export function retryAfterS(response: SipResponse): number | null {
  return parseInteger(response.headers.get('retry-after')?.trim().split(/[ ;(]/, 1)[0] ?? '');
}
