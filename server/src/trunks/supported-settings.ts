import type { ChangeTrunk, Trunk, TryTrunk } from '@parley/contract';
import { RequestError } from '../kernel/request-error.ts';

/** @throws RequestError `unprocessable` for what this version does not do. */
export function refuseUnsupported({ authentication }: TryTrunk | ChangeTrunk): void {
  if (authentication !== 'register') return;
  const message = 'authentication: register is not supported by this version; none and digest are.';
  throw new RequestError('unprocessable', message, { param: 'authentication' });
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
