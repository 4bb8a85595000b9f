import type { CallerIdentity, CallSignature } from '@parley/contract';
import { callerIdentityOf, type Passport, PassportError, type SipRequest, shakenPassportOf } from '@parley/sip';
import { shownText } from '../shown-text.ts';
import { e164Of } from './e164.ts';
import { ENTRIES_AT_MOST, shownDiversion, shownParty } from './shown-party.ts';
import type { Verification } from './stir/call-verifier.ts';

const NOTHING_SAID = { asserted: null, privacy: [], divertedFrom: [], history: [] };

/** Of a token whose signature nothing is known of yet. */
const NOT_VERIFIED: Verification = {
  ...{ verdict: 'unverified', provider_code: null },
  reason: 'the signature was not looked at',
};

/** What a trunk says of a caller. */
export interface SaidIdentity {
  /** For the record of the call. */
  readonly identity: CallerIdentity;
  /** What is signed about the call; null: nothing that can be read. */
  readonly passport: Passport | null;
}

/** Out of an INVITE of a trunk; null: it says nothing of the caller. `isWithheld`: the caller withholds the number. */
export function saidIdentity(invite: SipRequest, isWithheld: boolean): SaidIdentity | null {
  const said = callerIdentityOf(invite);
  const { passport, stir } = signatureOf(invite, isWithheld);
  if (!said && !stir) return null;
  const { asserted, privacy, divertedFrom, history } = said ?? NOTHING_SAID;
  const identity: CallerIdentity = {
    asserted: shownParty(asserted),
    name: asserted?.displayName ? shownText(asserted.displayName) : null,
    privacy: privacy.slice(0, ENTRIES_AT_MOST).map(shownText),
    diverted_from: divertedFrom.slice(0, ENTRIES_AT_MOST).map(shownDiversion),
    history: history.slice(0, ENTRIES_AT_MOST).map(({ index, target, cause }) => ({
      ...{ index, cause },
      number: shownParty(target),
    })),
    stir,
  };
  return { identity, passport };
}

/** The record when it is known what the signature is worth. */
export function withVerification(identity: CallerIdentity, verification: Verification): CallerIdentity {
  return { ...identity, stir: identity.stir && { ...identity.stir, ...verification } };
}

function signatureOf(
  invite: SipRequest,
  isWithheld: boolean,
): Pick<SaidIdentity, 'passport'> & { stir: CallSignature | null } {
  try {
    const passport = shakenPassportOf(invite);
    if (!passport) return { passport: null, stir: null };
    const { attestation, orig, dest } = passport;
    const [shownOrig, ...shownDest] = [orig, ...dest.slice(0, ENTRIES_AT_MOST)].map(
      (number) => e164Of(number) ?? shownText(number),
    );
    const stir = { attestation, orig: isWithheld ? null : shownOrig!, dest: shownDest, ...NOT_VERIFIED };
    return { passport, stir };
  } catch (error) {
    if (!(error instanceof PassportError)) throw error;
    const unread: CallSignature = {
      attestation: null,
      orig: null,
      dest: [],
      verdict: 'failed',
      provider_code: null,
      reason: error.message,
    };
    return { passport: null, stir: unread };
  }
}
