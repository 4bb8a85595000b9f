import type { CallerIdentity } from '@parley/contract';
import { type CallParty, callerIdentityOf, type SipRequest } from '@parley/sip';
import { e164Of } from './e164.ts';

/** An INVITE of a few kilobytes names more than any real call has; each text is bounded as well. */
const ENTRIES_AT_MOST = 20;
const CHARACTERS_AT_MOST = 256;

/** For the record of a call, from an INVITE of a trunk; null: it says nothing of it. */
export function shownIdentity(invite: SipRequest): CallerIdentity | null {
  const identity = callerIdentityOf(invite);
  if (!identity) return null;
  const { asserted, privacy, divertedFrom, history } = identity;
  return {
    asserted: shownParty(asserted),
    name: asserted?.displayName ? shownText(asserted.displayName) : null,
    privacy: privacy.slice(0, ENTRIES_AT_MOST).map(shownText),
    diverted_from: divertedFrom.slice(0, ENTRIES_AT_MOST).map(({ from, reason, times }) => ({
      ...{ number: shownParty(from), times },
      reason: reason === null ? null : shownText(reason),
    })),
    history: history.slice(0, ENTRIES_AT_MOST).map(({ index, target, cause }) => ({
      ...{ index, cause },
      number: shownParty(target),
    })),
  };
}

function shownParty(party: CallParty | null): string | null {
  return party && (e164Of(party.user) ?? shownText(party.uri));
}

/** What PostgreSQL takes as text: without control characters and halves of a character. */
function shownText(text: string): string {
  return text
    .slice(0, CHARACTERS_AT_MOST)
    .toWellFormed()
    .replace(/\p{Cc}/gu, ' ');
}
