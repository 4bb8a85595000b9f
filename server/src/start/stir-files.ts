import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { certificatesOf } from '../kernel/pem-certificates.ts';
import { type Config, ConfigError } from './config.ts';
import { readPem, refusedPem } from './pem-file.ts';

type StirFiles = Config['sip']['stir'];

/** With what calls are signed, and whose signatures are believed (STIR/SHAKEN). */
interface Stir {
  readonly signing: { readonly key: KeyObject; readonly certificateUrl: string } | undefined;
  readonly authorities: readonly X509Certificate[] | undefined;
}

/** @throws ConfigError for what cannot be read, or does not hold what it must. */
export async function readStir({ signing, trustDirectory }: StirFiles): Promise<Stir> {
  const [read, authorities] = await Promise.all([
    signing && readSigning(signing),
    trustDirectory === undefined ? undefined : readAuthorities(trustDirectory),
  ]);
  return { signing: read, authorities };
}

async function readSigning({
  certificateFile,
  keyFile,
  certificateUrl,
}: NonNullable<StirFiles['signing']>): Promise<Stir['signing']> {
  const [certificate, key] = await Promise.all([
    readPem('PARLEY_STIR_CERTIFICATE', certificateFile, (pem) => new X509Certificate(pem)),
    readPem('PARLEY_STIR_KEY', keyFile, (pem) => createPrivateKey(pem)),
  ]);
  const refusal = (why: string) => refusedPem('PARLEY_STIR_KEY', keyFile, why);
  // ES256 (RFC 8225 section 4.1).
  if (key.asymmetricKeyDetails?.namedCurve !== 'prime256v1') throw refusal('it is not a key of the curve P-256');
  if (!certificate.checkPrivateKey(key)) throw refusal('it is not the key of the certificate');
  return { key, certificateUrl };
}

async function readAuthorities(directory: string): Promise<X509Certificate[]> {
  const names = await readdir(directory).catch((error: NodeJS.ErrnoException) => {
    throw refusedDirectory(directory, `it cannot be read (${error.code})`);
  });
  const files = names.filter((name) => /\.(pem|crt|cer)$/i.test(name)).sort();
  const read = await Promise.all(
    files.map((name) => readPem('PARLEY_STIR_TRUST', path.join(directory, name), certificatesOf)),
  );
  const authorities = read.flat();
  if (authorities.length === 0) throw refusedDirectory(directory, 'no .pem, .crt or .cer file in it has one');
  return authorities;
}

function refusedDirectory(directory: string, why: string): ConfigError {
  const fault = `must be a directory with certificates of authorities in PEM format: ${why}`;
  return new ConfigError([{ variable: 'PARLEY_STIR_TRUST', fault, value: directory }]);
}
