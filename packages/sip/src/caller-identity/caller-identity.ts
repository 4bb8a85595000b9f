import type { CallParty } from '../calls/call.ts';
import { assertedPartyOf } from '../calls/call-party.ts';
import type { SipRequest } from '../messages/message.ts';
import { type Diversion, diversionsOf } from './diversion.ts';
import { type HistoryEntry, historyOf } from './history-info.ts';
import { isWithheld, privacyOf } from './privacy.ts';

/** What a peer says of the caller and of the call's way to us: believed only of a trusted one (RFC 3325 section 9). */
export interface CallerIdentity {
  readonly asserted: CallParty | null; // null: nothing is asserted, or the caller does not want to be known
  readonly privacy: readonly string[]; // what is to be hidden, in lower case (RFC 3323)
  readonly divertedFrom: readonly Diversion[]; // the latest first
  readonly history: readonly HistoryEntry[];
}

const HEADERS = ['p-asserted-identity', 'privacy', 'diversion', 'history-info'];

/** Null: the request has none of it. */
export function callerIdentityOf(request: SipRequest): CallerIdentity | null {
  if (!HEADERS.some((name) => request.headers.has(name))) return null;
  const privacy = privacyOf(request);
  return {
    asserted: isWithheld(privacy) ? null : assertedPartyOf(request),
    privacy: [...privacy],
    divertedFrom: diversionsOf(request),
    history: historyOf(request),
  };
}
