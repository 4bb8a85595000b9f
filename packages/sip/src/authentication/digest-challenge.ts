import type { Challenge } from './challenge.ts';
import { DIGEST_ALGORITHMS, type DigestAlgorithm, type QualityOfProtection } from './digest.ts';

/** A Digest challenge that can be answered. */
export interface DigestChallenge {
  readonly realm: string;
  readonly nonce: string;
  readonly opaque: string | null;
  /** The credentials were right, and only their nonce was too old. */
  readonly isStale: boolean;
  readonly algorithm: DigestAlgorithm;
  readonly isSession: boolean;
  /** As the challenge wrote it; null when it was left out, which means MD5. */
  readonly algorithmName: string | null;
  readonly qop: QualityOfProtection | null;
}

/** Null for another scheme, an algorithm or a protection that is not known, or without realm and nonce. */
export function readDigestChallenge({ scheme, params }: Challenge): DigestChallenge | null {
  const realm = params.get('realm');
  const nonce = params.get('nonce');
  if (scheme !== 'digest' || realm == null || nonce == null) return null;
  const algorithmName = params.get('algorithm') ?? null;
  const [, base = 'MD5', session] = /^(.*?)(-sess)?$/i.exec(algorithmName ?? 'MD5') ?? [];
  const algorithm = DIGEST_ALGORITHMS.find((known) => known === base.toUpperCase());
  const qop = chooseQop(params.get('qop') ?? null);
  if (!algorithm || qop === undefined) return null;
  return {
    ...{ realm, nonce, opaque: params.get('opaque') ?? null, isStale: params.get('stale')?.toLowerCase() === 'true' },
    ...{ algorithm, isSession: session !== undefined, algorithmName, qop },
  };
}

/** `auth` where there is a choice: proxies on the way may change a body, and `auth-int` would then fail. Undefined: neither. */
function chooseQop(offered: string | null): QualityOfProtection | null | undefined {
  if (offered === null || offered.trim() === '') return null;
  const options = offered.split(',').map((option) => option.trim().toLowerCase());
  return (['auth', 'auth-int'] as const).find((option) => options.includes(option));
}
