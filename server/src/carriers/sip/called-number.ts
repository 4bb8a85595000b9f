import type { IncomingCall } from '@parley/sip';
import { e164Of } from './e164.ts';

/**
 * The number that a call is for. `isContact`: the Request-URI names the contact that we registered (RFC 3261 section 16.5), so the
 * number is in P-Called-Party-ID (RFC 7315 section 4.2), or in To.
 */
export function calledNumber({ requestUser, calledParty, to }: CalledParts, isContact: boolean): string | null {
  const registered = isContact ? (e164Of(calledParty) ?? e164Of(to.user)) : null;
  return registered ?? e164Of(requestUser);
}

type CalledParts = Pick<IncomingCall, 'requestUser' | 'calledParty'> & {
  readonly to: Pick<IncomingCall['to'], 'user'>;
};
