import type { X509Certificate } from 'node:crypto';
import type { SigningIdentity } from './call-signer.ts';

/** With what calls are signed, and whose signatures are believed (STIR/SHAKEN). */
export interface StirSettings {
  readonly signing: SigningIdentity | undefined;
  /** Undefined: signatures are not looked at. */
  readonly authorities: readonly X509Certificate[] | undefined;
}
