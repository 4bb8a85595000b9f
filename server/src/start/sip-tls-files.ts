import { X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createSecureContext } from 'node:tls';
import { type Config, ConfigError, type ConfigFault } from './config.ts';

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
  const [certificate, key, authorities] = await Promise.all([
    readPem('PARLEY_SIP_TLS_CERTIFICATE', identity?.certificateFile, certificateFault),
    readPem('PARLEY_SIP_TLS_KEY', identity?.keyFile, (pem) => messageOf(() => createSecureContext({ key: pem }))),
    readPem('PARLEY_SIP_TLS_AUTHORITIES', authoritiesFile, certificateFault),
  ]);
  if (certificate === undefined || key === undefined) {
    return { port, requiresClientCertificate, identity: undefined, authorities };
  }
  const why = messageOf(() => createSecureContext({ cert: certificate, key }));
  if (why !== null)
    throw refused('PARLEY_SIP_TLS_KEY', identity?.keyFile, `it is not the key of the certificate: ${why}`);
  return { port, requiresClientCertificate, identity: { certificate, key }, authorities };
}

/** Says what is wrong with the text of a file; null: nothing. */
type FindFault = (pem: string) => string | null;

async function readPem(variable: string, file: string | undefined, findFault: FindFault): Promise<string | undefined> {
  if (file === undefined) return undefined;
  const pem = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw refused(variable, file, `it cannot be read (${error.code})`);
  });
  const why = findFault(pem);
  if (why !== null) throw refused(variable, file, why);
  return pem;
}

const certificateFault: FindFault = (pem) => messageOf(() => new X509Certificate(pem));

function messageOf(attempt: () => unknown): string | null {
  try {
    attempt();
    return null;
  } catch (error) {
    return (error as Error).message;
  }
}

function refused(variable: string, file: string | undefined, why: string): ConfigError {
  const fault: ConfigFault = { variable, fault: `must be a file in PEM format: ${why}`, value: file };
  return new ConfigError([fault]);
}
