import type { Role, SingleSignOnProblem } from '@parley/contract';
import { audit } from '../audit/audit.ts';
import type { Queryable } from '../db/index.ts';
import { newId } from '../kernel/ids.ts';
import { RequestError } from '../kernel/request-error.ts';
import { type LoginOrigin, type LoginParts, openSession, type SignedIn } from './login.ts';

/** The user's identity as the issuer states it. */
export interface Identity {
  issuer: string;
  subject: string;
  email: string | undefined;
  /** The issuer says that the address is this person's. */
  isEmailVerified: boolean;
  name: string | undefined;
}

export interface SingleSignOnPolicy {
  /** Given to users who were not invited; without it they are refused. */
  role: Role | undefined;
  /** Of their e-mail addresses; empty: of any. */
  domains: readonly string[];
}

interface Known {
  user_id: string;
  account_id: string;
  email: string;
  status: 'invited' | 'active' | 'disabled';
}

/** Why the sign-in is refused; `param` is the code that the sign-in page knows. */
const refused = (param: SingleSignOnProblem, message: string) => new RequestError('forbidden', message, { param });

async function bySubject(tx: Queryable, { issuer, subject }: Identity): Promise<Known | undefined> {
  const rows = await tx.query<Known>(
    `select user_id, account_id, email, status from users
     where sso_issuer = $1 and sso_subject = $2 and removed_at is null for update`,
    [issuer, subject],
  );
  return rows[0];
}

/** The user who signs in with this address, or is invited with it, and is not linked to a subject yet. */
async function byAddress(tx: Queryable, email: string): Promise<Known | undefined> {
  const rows = await tx.query<Known>(
    `select user_id, account_id, email, status from users
     where lower(email) = lower($1) and sso_subject is null and removed_at is null
     order by status = 'invited', seq limit 1 for update`,
    [email],
  );
  return rows[0];
}

/** The address that the issuer vouches for, of a domain that is permitted. */
function vouchedAddress({ email, isEmailVerified }: Identity, { domains }: SingleSignOnPolicy): string {
  if (email === undefined || !isEmailVerified) {
    throw refused('unverified', 'The issuer does not vouch for an e-mail address of this person.');
  }
  const domain = email.slice(email.lastIndexOf('@') + 1).toLowerCase();
  if (domains.length > 0 && !domains.includes(domain)) {
    throw refused('domain', `Addresses of ${domain} may not sign in here.`);
  }
  return email;
}

async function newUser(tx: Queryable, role: Role, email: string): Promise<Known> {
  const userId = newId('usr');
  const rows = await tx.query<{ account_id: string }>(
    `insert into users (user_id, account_id, email, role)
     select $1, account_id, $2, $3 from accounts order by seq limit 1 returning account_id`,
    [userId, email, role],
  );
  return { user_id: userId, account_id: rows[0]!.account_id, email, status: 'invited' };
}

/** Binds the subject to the user: from then on the address may change without loss of the login. */
async function bind(tx: Queryable, user: Known, { issuer, subject, name }: Identity): Promise<void> {
  await tx.query(
    `update users set sso_issuer = $2, sso_subject = $3, name = coalesce(name, $4), status = 'active' where user_id = $1`,
    [user.user_id, issuer, subject, name ?? user.email],
  );
  await tx.query('delete from user_links where user_id = $1', [user.user_id]);
  await audit(
    tx,
    { accountId: user.account_id, actor: { type: 'user', id: user.user_id, sessionId: '' } },
    {
      action: user.status === 'invited' ? 'user.joined' : 'user.single_sign_on_bound',
      target: user.user_id,
      after: { email: user.email, issuer },
    },
  );
}

async function resolve(tx: Queryable, identity: Identity, policy: SingleSignOnPolicy): Promise<Known> {
  const known = await bySubject(tx, identity);
  if (known) return known;
  const email = vouchedAddress(identity, policy);
  // One first sign-in with an address at a time: the second one finds what the first one made.
  await tx.query('select pg_advisory_xact_lock(hashtext($1))', [`parley.email ${email.toLowerCase()}`]);
  const expected = (await bySubject(tx, identity)) ?? (await byAddress(tx, email));
  if (!expected && policy.role === undefined) {
    throw refused('uninvited', 'This person was not invited.');
  }
  const user = expected ?? (await newUser(tx, policy.role!, email));
  if (user.status !== 'disabled') await bind(tx, user, identity);
  return user;
}

/** @throws RequestError 403 when the person may not sign in. */
export async function signInByIssuer(
  { db, devices }: LoginParts,
  identity: Identity,
  policy: SingleSignOnPolicy,
  origin: LoginOrigin,
): Promise<SignedIn> {
  return db.transaction(async (tx) => {
    const user = await resolve(tx, identity, policy);
    if (user.status === 'disabled') throw refused('disabled', 'This user is disabled.');
    const ids = { userId: user.user_id, accountId: user.account_id };
    const session = await openSession(tx, ids, origin, 'single_sign_on');
    return { ...session, userId: user.user_id, deviceCookie: devices.cookieFor(user.email) };
  });
}
