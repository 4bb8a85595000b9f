import { masterKeyBytes, SRTP_SUITES, type SrtpSuite } from '@parley/rtp/srtp-suites';

/** A key for SRTP as a description carries it (RFC 4568). */
export interface CryptoAttribute {
  /** Which of the offered it is, the same in offer and answer. */
  readonly tag: number;
  readonly suite: SrtpSuite;
  /** Master key and master salt of the side that describes itself: what it encrypts with. */
  readonly master: Uint8Array;
}

/** Tag, suite and one key; a lifetime may follow. A key with a master key identifier, or more than one key, is not for us. */
const ATTRIBUTE = /^(\d{1,9}) +([A-Z0-9_]+) +inline:([A-Za-z0-9+/]+={0,2})(?:\|(?:2\^)?\d+)?((?: +.+)?)$/;

/**
 * The value of an `a=crypto`. Null where it is not to be used: a suite that is not known, a key of another length, or session
 * parameters, which would all have to be obeyed, but for the window that is ours to choose (RFC 4568 sections 6.3 and 7.1.2).
 */
export function readCryptoAttribute(value: string): CryptoAttribute | null {
  const match = ATTRIBUTE.exec(value.trim());
  const suite = SRTP_SUITES.find((name) => name === match?.[2]);
  if (!match || !suite) return null;
  const parameters = match[4]!.split(' ').filter((parameter) => parameter !== '');
  if (!parameters.every((parameter) => /^(?:WSH=\d+|-.+)$/.test(parameter))) return null;
  const master = Uint8Array.from(Buffer.from(match[3]!, 'base64'));
  return master.length === masterKeyBytes(suite) ? { tag: Number(match[1]), suite, master } : null;
}

/** As it is written. */
export function cryptoLine({ tag, suite, master }: CryptoAttribute): string {
  return `a=crypto:${tag} ${suite} inline:${Buffer.from(master).toString('base64')}`;
}
