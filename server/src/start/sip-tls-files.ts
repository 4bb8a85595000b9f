import { X509Certificate } from 'node:crypto';
import { createSecureContext } from 'node:tls';
import type { Config } from './config.ts';
import { readPem, refusedPem } from './pem-file.ts';

/** What SIP over TLS is done with; the certificates and the key are PEM. */
export interface SipTls {
  readonly port: number;
  readonly identity: { readonly certificate: string; readonly key: string } | undefined;
  readonly authorities: string | undefined;
  readonly requiresClientCertificate: boolean;
}

/** @throws ConfigError for a file that cannot be read, or that does not hold what it must. */
export async function readSipTls(tls: Config['sip']['tls']): Promise<SipTls> {
  const { port, requiresClientCertificate, identity, authoritiesFile } = tls;
  const [read, authorities] = await Promise.all([
    identity && readIdentity(identity),
    authoritiesFile === undefined ? undefined : readPem('PARLEY_SIP_TLS_AUTHORITIES', authoritiesFile, certificateIn),
  ]);
  return { port, requiresClientCertificate, identity: read, authorities };
}

async function readIdentity({
  certificateFile,
  keyFile,
}: NonNullable<Config['sip']['tls']['identity']>): Promise<SipTls['identity']> {
  const [certificate, key] = await Promise.all([
    readPem('PARLEY_SIP_TLS_CERTIFICATE', certificateFile, certificateIn),
    readPem('PARLEY_SIP_TLS_KEY', keyFile, keyIn),
  ]);
  try {
    createSecureContext({ cert: certificate, key });
  } catch (error) {
    const why = `it is not the key of the certificate: ${(error as Error).message}`;
    throw refusedPem('PARLEY_SIP_TLS_KEY', keyFile, why);
  }
  return { certificate, key };
}

function certificateIn(pem: string): string {
  new X509Certificate(pem);
  return pem;
}

function keyIn(pem: string): string {
  createSecureContext({ key: pem });
  return pem;
}
