import { defaultTrunkPort } from '@parley/contract';
import { formatHost } from '@parley/sip';
import type { TrunkTarget } from '../../trunks/trunk-target.ts';

interface Registrar {
  /** Request-URI of a REGISTER. */
  readonly registrar: string;
  /** What is registered there. */
  readonly addressOfRecord: string;
}

/** All that RFC 3261 section 25.1 lets stand in a user part is left as it is. */
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
