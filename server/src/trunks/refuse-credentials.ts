import { isDeepStrictEqual } from 'node:util';
import type { Trunk } from '@parley/contract';
import { RequestError } from '../kernel/request-error.ts';
import { serverOf, type TrunkTarget } from './trunk-target.ts';

type Authentication = Pick<Trunk, 'authentication' | 'username' | 'password_set' | 'registration_mode'>;

/** @throws RequestError `unprocessable` for credentials that are missing, and for what nothing would use: credentials, and the mode of a registration. */
export function refuseCredentials(trunk: Authentication): void {
  const { authentication, username, password_set: hasPassword, registration_mode: mode } = trunk;
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
  if (mode === 'single' || authentication === 'register') return;
  const message = `registration_mode: with authentication "${authentication}" nothing is registered. Leave it out, or set authentication to "register".`;
  throw new RequestError('unprocessable', message, { param: 'registration_mode' });
}

const nameOf = (host: string) => host.toLowerCase().replace(/\.$/, '');
/** The server that gets the digest of the password, by the name of the host. */
const askersOf = (trunk: TrunkTarget) => [trunk.host, serverOf(trunk).host].map(nameOf);

/**
 * A password is for the host that it was entered for: another one would learn what lets it guess. It must come with the change
 * that moves the trunk. @throws RequestError `unprocessable`
 */
export function refuseCarriedPassword(
  before: TrunkTarget & Pick<Trunk, 'password_set'>,
  after: TrunkTarget & Pick<Trunk, 'password_set'>,
  password: string | null | undefined,
): void {
  const isCarried = before.password_set && after.password_set && password === undefined;
  if (!isCarried || isDeepStrictEqual(askersOf(before), askersOf(after))) return;
  const [was, is] = [serverOf(before).host, serverOf(after).host];
  const places = was === is ? [before.host, after.host] : [was, is];
  const message = `password: it was entered for ${places[0]}, and is not sent to ${places[1]}. Enter it again together with the new host.`;
  throw new RequestError('unprocessable', message, { param: 'password' });
}
