import type { ChangeTrunk, TryTrunk } from '@parley/contract';
import { RequestError } from '../kernel/request-error.ts';

const supported = { transport: 'udp', authentication: 'none' } as const;

/** @throws RequestError `unprocessable` for what this version does not do: nothing is believed to be safe that is not. */
export function refuseUnsupported(trunk: TryTrunk | ChangeTrunk): void {
  for (const name of ['transport', 'authentication'] as const) {
    const value = trunk[name];
    if (value === undefined || value === supported[name]) continue;
    const message = `${name}: ${value} is not supported by this version; ${supported[name]} is.`;
    throw new RequestError('unprocessable', message, { param: name });
  }
  for (const [name, words] of [
    ['username', 'a user name'],
    ['password', 'a password'],
  ] as const) {
    if (trunk[name] == null) continue;
    const message = `${name}: with authentication "none" nobody is told ${words}. Leave it out.`;
    throw new RequestError('unprocessable', message, { param: name });
  }
}
