import type { ChangeTrunk, Trunk, TryTrunk } from '@parley/contract';
import { RequestError } from '../kernel/request-error.ts';

const supported = { transport: ['udp'], authentication: ['none', 'digest'] } as const;

/** @throws RequestError `unprocessable` for what this version does not do: nothing is believed to be safe that is not. */
export function refuseUnsupported(trunk: TryTrunk | ChangeTrunk): void {
  for (const name of ['transport', 'authentication'] as const) {
    const value = trunk[name];
    const known: readonly string[] = supported[name];
    if (value === undefined || known.includes(value)) continue;
    const verb = known.length > 1 ? 'are' : 'is';
    const message = `${name}: ${value} is not supported by this version; ${known.join(' and ')} ${verb}.`;
    throw new RequestError('unprocessable', message, { param: name });
  }
}

type Authentication = Pick<Trunk, 'authentication' | 'username' | 'password_set'>;

/** @throws RequestError `unprocessable` for credentials that are missing, and for those that nothing would use. */
export function refuseCredentials({ authentication, username, password_set: hasPassword }: Authentication): void {
  const isUsed = authentication !== 'none';
  for (const [name, words, isSet] of [
    ['username', 'a user name', username !== null],
    ['password', 'a password', hasPassword],
  ] as const) {
    if (isSet === isUsed) continue;
    const message = isUsed
      ? `${name}: with authentication "${authentication}" the trunk asks for ${words}. Give the one that it knows you by.`
      : `${name}: with authentication "none" the trunk is given no ${name}. Leave it out, or set authentication to "digest".`;
    throw new RequestError('unprocessable', message, { param: name });
  }
}
