import type { CallerIdentity, CallSignature } from '@parley/contract';
import { z } from 'zod';
import { e164Of } from '../http-carrier.ts';
import { reportedIdentity, reportedSignature } from '../reported-identity.ts';
import { shownDiversions } from '../sip/shown-party.ts';

const FAILED = 'Telnyx could not validate the signature';
const NOT_TOLD = 'Telnyx does not tell whether the signature is valid';

/** What `call.initiated` says of the caller. https://developers.telnyx.com/api-reference/callbacks/call-initiated */
export const callerFields = {
  /** Where nothing is known of the name, the number. */
  caller_id_name: z.string().nullish().catch(null),
  /** A, B or C; empty where the call is not signed. */
  shaken_stir_attestation: z.string().nullish().catch(null),
  shaken_stir_validated: z.boolean().nullish().catch(null),
  /** User-to-User and Diversion of the INVITE. */
  sip_headers: z
    .array(z.object({ name: z.string(), value: z.string() }))
    .nullish()
    .catch(null),
};

interface InitiatedCall extends z.infer<z.ZodObject<typeof callerFields>> {
  from: string;
  to: string;
}

/** Null: nothing. */
export function callerIdentityOf(call: InitiatedCall): CallerIdentity | null {
  const { caller_id_name: name, from, sip_headers: headers } = call;
  const diversions = (headers ?? []).filter((header) => header.name.toLowerCase() === 'diversion');
  return reportedIdentity({
    name: name && digitsOf(name) !== digitsOf(from) ? name : null,
    divertedFrom: shownDiversions(diversions.map(({ value }) => value)),
    stir: signatureOf(call),
  });
}

function signatureOf({
  shaken_stir_attestation: attestation,
  shaken_stir_validated: isValid,
  from,
  to,
}: InitiatedCall): CallSignature | null {
  if (!attestation) return null;
  const call = { from: e164Of(from), to: e164Of(to) ?? '' };
  if (isValid === true) return reportedSignature(attestation, { verdict: 'verified', reason: null }, call);
  if (isValid === false) return reportedSignature(attestation, { verdict: 'failed', reason: FAILED }, call);
  return reportedSignature(attestation, { verdict: 'unverified', reason: NOT_TOLD }, call);
}

/** A name that is the number in another form is not a name. */
const digitsOf = (text: string) => text.replace(/[\s().+-]/g, '');
