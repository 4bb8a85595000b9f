import { BlockedAddressError, type Permission, refusePrivateName } from '../kernel/address-guard.ts';
import { RequestError } from '../kernel/request-error.ts';

/** An address that leads to a private one now is refused at once, and looked at again at each connection. @throws RequestError `unprocessable` */
export async function refusePrivateUrl(
  param: string,
  url: string | null | undefined,
  allowPrivate: boolean,
  permission: Permission,
): Promise<void> {
  if (url === undefined || url === null) return;
  try {
    await refusePrivateName(new URL(url), allowPrivate, permission);
  } catch (error) {
    if (!(error instanceof BlockedAddressError)) throw error;
    throw new RequestError('unprocessable', error.message, { param });
  }
}
