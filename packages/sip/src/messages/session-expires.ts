import { parseInteger } from './cseq.ts';
import type { SipMessage, SipRequest, SipResponse } from './message.ts';

/** The option tag of RFC 4028. */
const TIMER = 'timer';

type Refresher = 'uac' | 'uas';

/** How long a session lasts without a refresh, and who refreshes it: RFC 4028 section 4. */
export interface SessionExpires {
  readonly intervalS: number;
  readonly refresher: Refresher | null; // as its sender sees it
}

/** `1800;refresher=uas`; null where it is missing or malformed. */
export function sessionExpiresOf(message: SipMessage): SessionExpires | null {
  const [interval = '', ...params] = (message.headers.get('session-expires') ?? '').split(';');
  const intervalS = parseInteger(interval.trim());
  if (intervalS === null) return null;
  const named = params.map((param) => /^\s*refresher\s*=\s*(uac|uas)\s*$/i.exec(param)?.[1]?.toLowerCase());
  return { intervalS, refresher: (named.find((role) => role !== undefined) as Refresher | undefined) ?? null };
}

export function formatSessionExpires({ intervalS, refresher }: SessionExpires): string {
  return refresher === null ? String(intervalS) : `${intervalS};refresher=${refresher}`;
}

/** RFC 4028 section 5, in seconds; null where there is none. */
export function minSeOf(message: SipMessage): number | null {
  return parseInteger((message.headers.get('min-se') ?? '').split(';', 1)[0]!.trim());
}

export function supportsTimer(message: SipMessage): boolean {
  const options = [...message.headers.all('supported'), ...message.headers.all('require')];
  return options.some((option) => option.toLowerCase() === TIMER);
}

/** What a request that was answered 422 is to say instead (RFC 4028 section 7.3). Null: it had asked for as much already. */
export function longerSession(request: SipRequest, response: SipResponse): Readonly<Record<string, string>> | null {
  const asked = sessionExpiresOf(request);
  const leastS = minSeOf(response);
  if (!asked || leastS === null || leastS <= asked.intervalS) return null;
  return {
    'Session-Expires': formatSessionExpires({ ...asked, intervalS: leastS }),
    'Min-SE': String(leastS),
  };
}
