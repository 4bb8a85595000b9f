import { X509Certificate } from 'node:crypto';

const PEM = /-----BEGIN CERTIFICATE-----[A-Za-z0-9+/=\s]+-----END CERTIFICATE-----/g;

/** All certificates of a text in PEM format, in its order. Throws for one that cannot be read. */
export function certificatesOf(pem: string): X509Certificate[] {
  return (pem.match(PEM) ?? []).map((certificate) => new X509Certificate(certificate));
}
