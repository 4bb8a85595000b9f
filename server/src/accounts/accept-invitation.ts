import type { AcceptInvitation } from '@parley/contract';
import { audit } from '../audit/audit.ts';
import type { Queryable } from '../db/index.ts';
import type { Acting } from '../kernel/principal.ts';
import { RequestError } from '../kernel/request-error.ts';
import { type LoginOrigin, type LoginParts, openSession, refuseSecondFactor, type SignedIn } from './login.ts';
import { takeSecondFactor } from './second-factor.ts';
import { endSessions } from './sessions.ts';
import { findLink, type OpenLink, takeLink } from './user-links.ts';

export function noSuchLink(): RequestError {
  const message = 'This link is not valid: it was used, is over, or another was made. Ask for a new one.';
  return new RequestError('not_found', message, { param: 'token' });
}

interface Person {
  name: string;
  email: string;
}

/** What the person adds to the invitation. */
function personOf(link: OpenLink, { name, email }: AcceptInvitation): Person {
  if (link.purpose === 'new_password') {
    const surplus = name === undefined ? email && 'email' : 'name';
    if (surplus) {
      const message = `${surplus}: this link is for a new password, and changes nothing else.`;
      throw new RequestError('invalid_request', message, { param: surplus });
    }
    return { name: link.name!, email: link.email! };
  }
  if (name === undefined) throw new RequestError('invalid_request', 'name: is required', { param: 'name' });
  const address = link.email ?? email;
  if (address === undefined) throw new RequestError('invalid_request', 'email: is required', { param: 'email' });
  if (email !== undefined && email.toLowerCase() !== address.toLowerCase()) {
    const message = `email: this invitation is for ${address}. Leave it out, or ask for another invitation.`;
    throw new RequestError('invalid_request', message, { param: 'email' });
  }
  return { name, email: address };
}

/** Uses a link, once: sets the password, and signs in. @throws RequestError 404 when the link is not valid any more. */
export async function acceptInvitation(
  parts: LoginParts,
  token: string,
  request: AcceptInvitation,
  origin: LoginOrigin,
): Promise<SignedIn> {
  const { db, passwords, throttle, devices, sealing } = parts;
  // Checked before the password is hashed: hashing is expensive, and must not be free to request.
  const link = await findLink(db, token);
  if (!link) throw noSuchLink();
  const person = personOf(link, request);
  const attempt = throttle.begin({ name: `link of ${link.user_id}`, client: origin.client, device: null });
  const passwordHash = await passwords.hash(request.password);
  const outcome = await db.transaction(async (tx) => {
    const factor = await takeSecondFactor(tx, sealing, link.user_id, request.code);
    if (factor === 'missing' || factor === 'wrong') return factor;
    if (!(await takeLink(tx, token))) throw noSuchLink();
    await store(tx, link, person, passwordHash);
    await endSessions(tx, link.user_id, null);
    return openSession(tx, { userId: link.user_id, accountId: link.account_id }, origin, link.purpose);
  });
  if (outcome !== 'wrong') attempt.forgive();
  if (typeof outcome === 'string') refuseSecondFactor(outcome);
  return { ...outcome, userId: link.user_id, deviceCookie: devices.cookieFor(person.email) };
}

async function store(tx: Queryable, link: OpenLink, person: Person, passwordHash: string): Promise<void> {
  const { user_id: userId, account_id: accountId, purpose } = link;
  const acting: Acting = { accountId, actor: { type: 'user', id: userId, sessionId: '' } };
  if (purpose === 'new_password') {
    await tx.query('update users set password_hash = $2 where user_id = $1', [userId, passwordHash]);
    await audit(tx, acting, { action: 'user.password_changed', target: userId, after: { how: 'link' } });
    return;
  }
  // One sign-up with an address at a time, so that the loser gets a clear error.
  await tx.query('select pg_advisory_xact_lock(hashtext($1))', [`parley.email ${person.email.toLowerCase()}`]);
  const taken = await tx.query(
    `select 1 from users where lower(email) = lower($1) and user_id <> $2 and removed_at is null
       and (status <> 'invited' or account_id = $3)`,
    [person.email, userId, accountId],
  );
  if (taken.length > 0) {
    const message = `${person.email} signs in here already. Use another e-mail address.`;
    throw new RequestError('conflict', message, { param: 'email' });
  }
  await tx.query(`update users set name = $2, email = $3, password_hash = $4, status = 'active' where user_id = $1`, [
    userId,
    person.name,
    person.email,
    passwordHash,
  ]);
  await audit(tx, acting, {
    action: 'user.joined',
    target: userId,
    after: { ...person, role: link.role },
  });
}
