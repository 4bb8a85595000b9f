import { createHash } from 'node:crypto';
import { defaultTrunkPort } from '@parley/contract';
import { formatHost } from '@parley/sip';
import type { TrunkTarget } from '../../trunks/trunk-target.ts';

interface Registrar {
  /** Request-URI of a REGISTER. */
  readonly registrar: string;
  /** What is registered there. */
  readonly addressOfRecord: string;
}

/** All characters that RFC 3261 section 25.1 permits in a user part are left as they are. */
const NOT_OF_A_USER = /[^A-Za-z0-9\-_.!~*'()&=+$,;?/]/gu;

const percentEncoded = (character: string) =>
  [...Buffer.from(character)].map((byte) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`).join('');

const ADDRESS = /^(.+)@([A-Za-z0-9.-]+)$/;

/** Where a trunk keeps our registration. A user name may be the whole address, as some providers write it. */
export function registrarOf({ host: name, port, transport }: TrunkTarget, username: string): Registrar {
  const host = formatHost(name);
  const [, user = username, domain = host] = ADDRESS.exec(username) ?? [];
  return {
    registrar: port === defaultTrunkPort(transport) ? `sip:${host}` : `sip:${host}:${port}`,
    addressOfRecord: `sip:${user.replace(NOT_OF_A_USER, percentEncoded)}@${domain}`,
  };
}

/** Of this program alone: the names below are trunks. */
const NAMESPACE = Buffer.from('5f2b7c1e9a4d4e0b8c63d17f0a92e4b5', 'hex');

/**
 * The instance that registers with a trunk (RFC 5626 section 4.1): a UUID of its name (RFC 9562 section 5.5), so that a registrar sees one
 * and the same after a restart, and whichever node it is that registers.
 */
export function instanceOf(trunkId: string): string {
  const bytes = createHash('sha1').update(NAMESPACE).update(trunkId).digest().subarray(0, 16);
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x50, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  const hex = bytes.toString('hex');
  const parts = [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)];
  return `urn:uuid:${parts.join('-')}`;
}
