import type { CallerIdentity, CallSignature } from '@parley/contract';
import { e164Of } from '../http-carrier.ts';
import { reportedIdentity, reportedSignature } from '../reported-identity.ts';
import { shownText } from '../shown-text.ts';
import { callerNumberIn } from './caller-number.ts';

/** https://www.twilio.com/docs/voice/trusted-calling-with-shakenstir: `TN-Validation-Passed-A`, `TN-Validation-Failed-B-Diverted` … */
const VERSTAT = /^TN-Validation-(Passed|Failed)(?:-([ABC]))?(?:-(Diverted|Passthrough))?$/;

const UNREAD = 'Twilio could not read the signature, or it is of other numbers or another time';
const FAILED = 'Twilio could not verify the signature';
const DIVERTED =
  'Twilio has verified the signature of the provider that forwarded the call, not of the one where it began';

/**
 * What Twilio's request for TwiML says of the caller; null: nothing. The name is there where the number has caller ID
 * lookup.
 */
export function callerIdentityIn(form: URLSearchParams): CallerIdentity | null {
  const forwarder = form.get('ForwardedFrom');
  return reportedIdentity({
    name: form.get('CallerName'),
    // Twilio has it of some carriers alone, and never why.
    divertedFrom: forwarder ? [{ number: e164Of(forwarder) ?? shownText(forwarder), reason: null, times: 1 }] : [],
    stir: signatureIn(form),
  });
}

/** Twilio sends the parameter with calls that are signed alone. */
function signatureIn(form: URLSearchParams): CallSignature | null {
  const verstat = form.get('StirVerstat') ?? '';
  const call = { from: callerNumberIn(form), to: e164Of(form.get('To')) ?? '' };
  if (verstat === 'No-TN-Validation') return reportedSignature(null, { verdict: 'unverified', reason: UNREAD }, call);
  const [, result, attestation, kind] = VERSTAT.exec(verstat) ?? [];
  if (result === undefined) return null;
  if (result === 'Failed') return reportedSignature(attestation, { verdict: 'failed', reason: FAILED }, call);
  return kind === 'Diverted'
    ? reportedSignature(attestation, { verdict: 'unverified', reason: DIVERTED }, call)
    : reportedSignature(attestation, { verdict: 'verified', reason: null }, call);
}
