import type { X509Certificate } from 'node:crypto';
import type { CallSignature } from '@parley/contract';
import { claimsFault, isForCalled, isSignedBy, type Passport, type SignedCall } from '@parley/sip';
import { chainFault } from './certificate-chain.ts';
import { mayBeSigned, type TelephoneNumbers, telephoneNumbersOf } from './telephone-numbers.ts';

/** What is said of a signature. */
export type Verification = Pick<CallSignature, 'verdict' | 'reason' | 'provider_code'>;

export interface CallVerifierOptions {
  /** Those whose certificates are believed. */
  readonly authorities: readonly X509Certificate[];
  /** Rejects with an Error that says why. */
  fetch(url: string): Promise<readonly X509Certificate[]>;
}

/** Whether a call is signed by a provider that is trusted (RFC 8224 section 6.2). */
export class CallVerifier {
  readonly #options: CallVerifierOptions;

  constructor(options: CallVerifierOptions) {
    this.#options = options;
  }

  /** Does not reject. It takes as long as its certificate takes to be fetched. */
  async verify(passport: Passport, call: SignedCall): Promise<Verification> {
    // What fails by itself asks no server.
    const fault = claimsFault(passport, call);
    if (fault !== null) return failed(fault);
    let chain: readonly X509Certificate[];
    try {
      chain = await this.#options.fetch(passport.certificateUrl);
    } catch (error) {
      return unverified(
        `the certificate could not be fetched: ${String(error instanceof Error ? error.message : error).slice(0, 200)}`,
      );
    }
    return this.#judge(passport, call, chain);
  }

  #judge(passport: Passport, call: SignedCall, chain: readonly X509Certificate[]): Verification {
    const why = chainFault(chain, this.#options.authorities, new Date(call.atS * 1000));
    if (why !== null) return failed(why);
    const [certificate] = chain;
    if (!isSignedBy(certificate!.publicKey, passport)) return failed('the signature is not that of the certificate');
    const numbers = telephoneNumbersOf(certificate!);
    if (!numbers) return failed('the certificate is not one for telephone numbers');
    if (!mayBeSigned(passport.orig, numbers)) return failed('the certificate is not one for the number of the caller');
    if (!isForCalled(passport, call.called)) return forwarded(numbers);
    return { verdict: 'verified', reason: null, provider_code: codeOf(numbers) };
  }
}

const failed = (reason: string): Verification => ({ verdict: 'failed', reason, provider_code: null });

const unverified = (reason: string): Verification => ({ verdict: 'unverified', reason, provider_code: null });

/** Who forwards signs a token of its own (RFC 8946), which is not read: until then a signature could be taken to another number. */
const forwarded = (numbers: TelephoneNumbers): Verification => ({
  ...unverified('the call was signed for another number, and forwarded'),
  provider_code: codeOf(numbers),
});

const codeOf = ({ providerCodes }: TelephoneNumbers) => providerCodes[0] ?? null;
