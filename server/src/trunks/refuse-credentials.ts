import type { Trunk } from '@parley/contract';
import { RequestError } from '../kernel/request-error.ts';

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
      : `${name}: with authentication "none" the trunk is given no ${name}. Leave it out, or set authentication to "digest" or "register".`;
    throw new RequestError('unprocessable', message, { param: name });
  }
}
