import { generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import { isIP } from 'node:net';
import * as der from './der.ts';

export interface IssueOptions {
  /** DNS names and IPv4 addresses. */
  readonly names: readonly string[];
  readonly validFrom?: Date;
  readonly validUntil?: Date;
  /** DER of the list of telephone numbers that it may sign for (RFC 8226 section 9). */
  readonly telephoneNumbers?: Buffer;
}

/** PEM. */
export interface Issued {
  readonly certificate: string;
  readonly key: string;
}

const DAY_MS = 86_400_000;
const ECDSA_WITH_SHA256 = der.sequence(der.objectId('1.2.840.10045.4.3.2'));
const COMMON_NAME = '2.5.4.3';
const SUBJECT_ALTERNATIVE_NAME = '2.5.29.17';
const BASIC_CONSTRAINTS = '2.5.29.19';
const TELEPHONE_NUMBERS = '1.3.6.1.5.5.7.1.26';

/** A certificate authority (RFC 5280) that is as old as the test. */
export class TestAuthority {
  readonly certificate: string;
  readonly #name: string;
  readonly #key: KeyObject;

  /** `by`: whose certificate it has; left out: its own. */
  constructor(name = 'Test Authority', by?: TestAuthority) {
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    this.#name = name;
    this.#key = privateKey;
    const isAuthority = der.sequence(der.boolean(true));
    this.certificate = (by ?? this).#sign(name, publicKey, {}, [extension(BASIC_CONSTRAINTS, isAuthority)]);
  }

  issue({ names, telephoneNumbers, ...validity }: IssueOptions): Issued {
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const alternatives = der.sequence(
      ...names.map((name) =>
        isIP(name) === 4
          ? der.implicit(7, Buffer.from(name.split('.').map(Number)))
          : der.implicit(2, Buffer.from(name)),
      ),
    );
    const certificate = this.#sign(names[0] ?? '', publicKey, validity, [
      extension(SUBJECT_ALTERNATIVE_NAME, alternatives),
      ...(telephoneNumbers ? [extension(TELEPHONE_NUMBERS, telephoneNumbers)] : []),
    ]);
    return { certificate, key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString() };
  }

  #sign(subject: string, publicKey: KeyObject, validity: Partial<IssueOptions>, extensions: der.Der[]): string {
    const { validFrom = new Date(Date.now() - DAY_MS), validUntil = new Date(Date.now() + DAY_MS) } = validity;
    const content = der.sequence(
      der.explicit(0, der.integer(2)), // version 3
      der.positive(randomBytes(8)),
      ECDSA_WITH_SHA256,
      nameOf(this.#name),
      der.sequence(der.time(validFrom), der.time(validUntil)),
      nameOf(subject),
      publicKey.export({ type: 'spki', format: 'der' }),
      der.explicit(3, der.sequence(...extensions)),
    );
    const signature = sign('sha256', content, this.#key);
    return toPem(der.sequence(content, ECDSA_WITH_SHA256, der.bits(signature)));
  }
}

function nameOf(commonName: string): der.Der {
  return der.sequence(der.set(der.sequence(der.objectId(COMMON_NAME), der.text(commonName))));
}

function extension(id: string, value: der.Der): der.Der {
  return der.sequence(der.objectId(id), der.octets(value));
}

function toPem(certificate: Buffer): string {
  const lines = certificate.toString('base64').replace(/.{64}/g, '$&\n').trimEnd();
  return `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`;
}
