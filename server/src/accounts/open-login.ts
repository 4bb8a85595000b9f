import type { Database } from '../db/index.ts';
import type { Sealing } from '../kernel/sealing.ts';
import { installationSecret } from './installation.ts';
import { KnownDevices } from './known-devices.ts';
import type { LoginParts } from './login.ts';
import { LoginThrottle } from './login-throttle.ts';
import { Passwords } from './password.ts';

export async function openLogin(db: Database, sealing: Sealing): Promise<LoginParts> {
  return {
    db,
    sealing,
    passwords: new Passwords(),
    throttle: new LoginThrottle(),
    devices: new KnownDevices(await installationSecret(db, 'devices')),
  };
}
