import { type KeyObject, sign } from 'node:crypto';
import { formatIdentity } from './identity-header.ts';
import { type Attestation, canonicalNumber, encodePart } from './passport.ts';

export interface CallToSign {
  readonly attestation: Attestation;
  readonly from: string; // E.164
  readonly to: string; // E.164
  readonly atS: number; // Unix seconds
  readonly originId: string; // a UUID: which part of our network the call began in (RFC 8588 section 5)
}

/** The value of an Identity header that vouches for a call. `key`: of P-256; `certificateUrl`: where its certificate is had. */
export function signIdentity(call: CallToSign, key: KeyObject, certificateUrl: string): string {
  const { attestation, from, to, atS, originId } = call;
  const header = { alg: 'ES256', ppt: 'shaken', typ: 'passport', x5u: certificateUrl };
  const claims = {
    ...{ attest: attestation, dest: { tn: [canonicalNumber(to)] }, iat: atS },
    ...{ orig: { tn: canonicalNumber(from) }, origid: originId },
  };
  const signed = `${encodePart(header)}.${encodePart(claims)}`;
  const signature = sign('sha256', Buffer.from(signed), { key, dsaEncoding: 'ieee-p1363' });
  return formatIdentity(`${signed}.${signature.toString('base64url')}`, certificateUrl);
}
