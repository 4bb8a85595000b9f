import type { X509Certificate } from 'node:crypto';

/** Certificates between that of a provider and an authority. */
const LONGEST_CHAIN = 5;

/**
 * Why the first certificate is not to be believed, in words; null: the others lead from it to an authority of the list. Path lengths
 * and revocations are not looked at.
 */
export function chainFault(
  [leaf, ...others]: readonly X509Certificate[],
  authorities: readonly X509Certificate[],
  now: Date,
): string | null {
  if (!leaf) return 'there is no certificate';
  if (leaf.ca) return 'the certificate is that of an authority';
  let current = leaf;
  for (let length = 0; length <= LONGEST_CHAIN; length += 1) {
    if (!isValid(current, now)) return 'a certificate is not valid any more, or not yet';
    const authority = authorities.find((candidate) => hasIssued(candidate, current));
    if (authority)
      return isValid(authority, now) ? null : 'the authority of the certificate is not valid any more, or not yet';
    const next = others.find((candidate) => hasIssued(candidate, current));
    if (!next) return 'the certificate is not of an authority of the trust list';
    current = next;
  }
  return 'the chain of certificates is too long';
}

/** By names and key identifiers, and by its signature. */
function hasIssued(issuer: X509Certificate, certificate: X509Certificate): boolean {
  return issuer.ca && certificate.checkIssued(issuer) && certificate.verify(issuer.publicKey);
}

function isValid(certificate: X509Certificate, now: Date): boolean {
  return certificate.validFromDate <= now && now <= certificate.validToDate;
}
