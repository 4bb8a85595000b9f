import { audit } from '../audit/audit.ts';
import type { Database, Queryable } from '../db/index.ts';
import { RequestError } from '../kernel/request-error.ts';
import type { Sealing } from '../kernel/sealing.ts';
import type { KnownDevices } from './known-devices.ts';
import type { LoginThrottle } from './login-throttle.ts';
import type { Passwords } from './password.ts';
import { takeSecondFactor } from './second-factor.ts';
import { type Browser, beginSession, endSessionOfToken, type NewSession } from './sessions.ts';

/** What signing in works with. */
export interface LoginParts {
  db: Database;
  passwords: Passwords;
  throttle: LoginThrottle;
  devices: KnownDevices;
  sealing: Sealing;
}

/** Where an attempt comes from, and what it brings along. */
export interface LoginOrigin extends Browser {
  /** The network, as attempts are counted. */
  client: string;
  /** Of earlier logins of this browser. */
  sessionToken: string | undefined;
  deviceCookie: string | undefined;
}

export interface SignedIn extends NewSession {
  userId: string;
  /** By which this browser is known from now on. */
  deviceCookie: string;
}

interface Candidate {
  user_id: string;
  account_id: string;
  email: string;
  password_hash: string | null;
}

async function candidate(db: Queryable, email: string): Promise<Candidate | undefined> {
  const rows = await db.query<Candidate>(
    `select user_id, account_id, email, password_hash from users
     where lower(email) = lower($1) and status = 'active' and removed_at is null`,
    [email],
  );
  return rows[0];
}

/** The same message and the same amount of work for every reason, so that neither reveals who has an account. */
const refused = () =>
  new RequestError('unauthorized', 'The e-mail address or the password is not right.', { param: 'password' });

export function refuseSecondFactor(outcome: 'missing' | 'wrong'): never {
  const message =
    outcome === 'missing'
      ? 'Enter the code of your authenticator app, or a recovery code.'
      : 'This code is not right, or was used before. Wait for the next one.';
  throw new RequestError('unauthorized', message, { param: 'code' });
}

/** @throws RequestError 401 with `param` `password` or `code`; 429 after too many failures. */
export async function signIn(
  { db, passwords, throttle, devices, sealing }: LoginParts,
  { email, password, code }: { email: string; password: string; code?: string | undefined },
  origin: LoginOrigin,
): Promise<SignedIn> {
  const device = devices.deviceOf(origin.deviceCookie, email);
  const attempt = throttle.begin({ name: email.toLowerCase(), client: origin.client, device });
  const user = await candidate(db, email);
  const isRight = await passwords.matches(password, user?.password_hash ?? null, device ? 'known' : 'unknown');
  if (!user || !isRight) throw refused();
  const outcome = await db.transaction(async (tx) => {
    const factor = await takeSecondFactor(tx, sealing, user.user_id, code);
    if (factor === 'missing' || factor === 'wrong') return factor;
    return openSession(tx, { userId: user.user_id, accountId: user.account_id }, origin, factor);
  });
  // A client that knows the password, and was not asked for a code before, has not guessed.
  if (outcome !== 'wrong') attempt.forgive();
  if (typeof outcome === 'string') refuseSecondFactor(outcome);
  return { ...outcome, userId: user.user_id, deviceCookie: devices.cookieFor(user.email) };
}

/** In the transaction that found out who it is. The browser's earlier session ends. */
export async function openSession(
  tx: Queryable,
  { userId, accountId }: { userId: string; accountId: string },
  { sessionToken, ...origin }: Pick<LoginOrigin, 'agent' | 'address' | 'sessionToken'>,
  how: string,
): Promise<NewSession> {
  if (sessionToken !== undefined) await endSessionOfToken(tx, sessionToken);
  const session = await beginSession(tx, userId, origin);
  await audit(
    tx,
    { accountId, actor: { type: 'user', id: userId, sessionId: session.sessionId } },
    { action: 'user.signed_in', target: userId, after: { address: origin.address, how } },
  );
  return session;
}
