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

const nameOf = (host: string) => host.toLowerCase().replace(/\.$/, '');

/**
 * A password is for the host that it was entered for: another one would learn what lets it guess. It must come with the change
 * that moves the trunk. @throws RequestError `unprocessable`
 */
export function refuseCarriedPassword(
  before: Pick<Trunk, 'host' | 'password_set'>,
  after: Pick<Trunk, 'host' | 'password_set'>,
  password: string | null | undefined,
): void {
  const isCarried = before.password_set && after.password_set && password === undefined;
  if (!isCarried || nameOf(before.host) === nameOf(after.host)) return;
  const message = `password: it was entered for ${before.host}, and is not sent to ${after.host}. Enter it again together with the new host.`;
  throw new RequestError('unprocessable', message, { param: 'password' });
}
