import type { SipMessage, SipRequest, SipResponse } from '../messages/message.ts';
import { formatSessionExpires, minSeOf, sessionExpiresOf, supportsTimer } from '../messages/session-expires.ts';

/** RFC 4028: what is asked for in our calls, and the least that is taken in those of others. */
export interface SessionTimerPolicy {
  readonly intervalS: number;
  readonly minimumS: number;
}

/** Sections 4 and 5: half an hour is what is recommended, and 90 s is the least that any element may insist on. */
export const SESSION_TIMER_POLICY: SessionTimerPolicy = { intervalS: 1800, minimumS: 90 };

/** What both sides hold to until the next refresh. */
export interface TimerAgreement {
  readonly intervalS: number;
  readonly weRefresh: boolean;
}

type Headers = Readonly<Record<string, string>>;

/** 422 with Min-SE for a session that would be too short; only a peer that knows the extension understands it (section 9). */
export function refuseShortSession(
  request: SipRequest,
  { minimumS }: SessionTimerPolicy,
): { status: 422; headers: Headers } | null {
  const asked = sessionExpiresOf(request);
  if (!asked || asked.intervalS >= minimumS || !supportsTimer(request)) return null;
  return { status: 422, headers: { 'Min-SE': String(minimumS) } };
}

/** What an INVITE or UPDATE of ours asks for (section 7.1); a refresh keeps who refreshes (section 7.4). */
export function askForTimer(policy: SessionTimerPolicy, current: TimerAgreement | null): Headers {
  const intervalS = current?.intervalS ?? policy.intervalS;
  const refresher = current && (current.weRefresh ? 'uac' : 'uas');
  return {
    'Session-Expires': formatSessionExpires({ intervalS, refresher }),
    'Min-SE': String(Math.min(policy.minimumS, intervalS)),
  };
}

/** What the 2xx to our request says (section 7.2). Null: the session lasts until it is ended. */
export function timerOfResponse(response: SipResponse): TimerAgreement | null {
  const granted = sessionExpiresOf(response);
  return granted && { intervalS: granted.intervalS, weRefresh: granted.refresher !== 'uas' };
}

/**
 * What our 2xx says (section 9, table 2): the peer refreshes where it can and does not leave it to us. A proxy may have asked in
 * the name of a peer that cannot: then we refresh; one of less than the minimum is passed over. A timer that is agreed upon stays, should a refresh not name it.
 */
export function answerTimer(
  request: SipRequest,
  { minimumS }: SessionTimerPolicy,
  current: TimerAgreement | null,
): { agreement: TimerAgreement | null; headers: Headers } {
  const asked = sessionExpiresOf(request);
  const peerCan = supportsTimer(request);
  const intervalS = asked ? Math.max(asked.intervalS, minSeOf(request) ?? 0) : current?.intervalS;
  if (intervalS === undefined || (asked && intervalS < minimumS)) return { agreement: null, headers: {} };
  const weRefresh = !peerCan || asked === null || asked.refresher === 'uas';
  const expires = formatSessionExpires({ intervalS, refresher: weRefresh ? 'uas' : 'uac' });
  const headers = { 'Session-Expires': expires, ...(peerCan ? { Require: 'timer' } : {}) };
  return { agreement: { intervalS, weRefresh }, headers };
}

/** Whether a peer takes UPDATE; null: it does not say. */
export function allowsUpdate(message: SipMessage): boolean | null {
  if (!message.headers.has('allow')) return null;
  return message.headers.all('allow').some((method) => method.trim() === 'UPDATE');
}
