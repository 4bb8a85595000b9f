import type { ChangeUser, InviteUser, Role, User, UserStatus } from '@parley/contract';
import { audit } from '../audit/audit.ts';
import type { Queryable } from '../db/index.ts';
import { newId } from '../kernel/ids.ts';
import type { Acting } from '../kernel/principal.ts';
import { RequestError } from '../kernel/request-error.ts';
import { unixSeconds } from '../kernel/unix-seconds.ts';
import { endSessions } from './sessions.ts';
import { linkLastsS, makeLink } from './user-links.ts';

interface UserRow {
  user_id: string;
  email: string | null;
  name: string | null;
  role: Role;
  status: UserStatus;
  totp_enabled: boolean;
  link_expires_at: Date | null;
  last_seen_at: Date | null;
  created_at: Date;
}

const SELECT = `select u.user_id, u.email, u.name, u.role, u.status, u.totp_confirmed as totp_enabled,
    case when l.expires_at > now() then l.expires_at end as link_expires_at, u.last_seen_at, u.created_at
  from users u left join user_links l using (user_id)`;

function toUser(row: UserRow): User {
  return {
    ...row,
    link_expires_at: unixSeconds(row.link_expires_at),
    last_seen_at: unixSeconds(row.last_seen_at),
    created_at: unixSeconds(row.created_at),
  };
}

export async function listUsers(db: Queryable, accountId: string): Promise<User[]> {
  const rows = await db.query<UserRow>(`${SELECT} where u.account_id = $1 and u.removed_at is null order by u.seq`, [
    accountId,
  ]);
  return rows.map(toUser);
}

export async function findUser(db: Queryable, accountId: string, userId: string): Promise<User | undefined> {
  const rows = await db.query<UserRow>(
    `${SELECT} where u.account_id = $1 and u.user_id = $2 and u.removed_at is null`,
    [accountId, userId],
  );
  return rows[0] && toUser(rows[0]);
}

export async function accountOfUser(db: Queryable, userId: string): Promise<string | undefined> {
  const rows = await db.query<{ account_id: string }>(
    'select account_id from users where user_id = $1 and removed_at is null',
    [userId],
  );
  return rows[0]?.account_id;
}

/** One change of an account's users at a time, so that two owners cannot remove each other. */
async function lockUsers(tx: Queryable, accountId: string): Promise<void> {
  await tx.query('select 1 from accounts where account_id = $1 for no key update', [accountId]);
}

/** What the audit log keeps of a user. */
const audited = ({ email, name, role, status }: User) => ({ email, name, role, status });

async function refuseTakenAddress(tx: Queryable, accountId: string, email: string): Promise<void> {
  const taken = await tx.query<{ status: UserStatus; account_id: string }>(
    `select status, account_id from users
     where lower(email) = lower($2) and removed_at is null and (account_id = $1 or status <> 'invited') limit 1`,
    [accountId, email],
  );
  if (!taken[0]) return;
  const message =
    taken[0].account_id === accountId
      ? `${email} is a user of this account already. To make another link: POST /v1/users/{user_id}/link`
      : `${email} signs in to another account of this installation. Invite another address.`;
  throw new RequestError('conflict', message, { param: 'email' });
}

export interface Invited {
  user: User;
  /** Of the link. */
  token: string;
}

/** A user who exists as soon as the link is used. `email` null: the person who opens the link enters one. */
export async function inviteUser(
  tx: Queryable,
  acting: Acting,
  { email, role }: Omit<InviteUser, 'email'> & { email: string | null },
  lastsS: number = linkLastsS.invitation,
): Promise<Invited> {
  const { accountId } = acting;
  await lockUsers(tx, accountId);
  if (email !== null) await refuseTakenAddress(tx, accountId, email);
  const userId = newId('usr');
  await tx.query('insert into users (user_id, account_id, email, role) values ($1, $2, $3, $4)', [
    userId,
    accountId,
    email,
    role,
  ]);
  const token = await makeLink(tx, userId, { purpose: 'invitation', lastsS });
  const user = (await findUser(tx, accountId, userId))!;
  await audit(tx, acting, { action: 'user.invited', target: userId, after: audited(user) });
  return { user, token };
}

/** Another link: the invitation again, or one for a new password. The one before it is void. */
export async function makeUserLink(
  tx: Queryable,
  acting: Acting,
  user: User,
  { removeTotp = false }: { removeTotp?: boolean } = {},
): Promise<Invited> {
  if (user.status === 'disabled') {
    throw new RequestError('unprocessable', 'This user is disabled. PATCH it with {"status": "active"} first.', {
      param: 'user_id',
    });
  }
  const isInvitation = user.status === 'invited';
  const token = await makeLink(tx, user.user_id, {
    purpose: isInvitation ? 'invitation' : 'new_password',
    lastsS: isInvitation ? linkLastsS.invitation : linkLastsS.newPassword,
  });
  if (removeTotp) await forgetTotp(tx, user.user_id);
  await audit(tx, acting, {
    action: isInvitation ? 'user.invited_again' : 'user.new_password_offered',
    target: user.user_id,
    after: { email: user.email, removed_totp: removeTotp && user.totp_enabled },
  });
  return { user: (await findUser(tx, acting.accountId, user.user_id))!, token };
}

export async function forgetTotp(tx: Queryable, userId: string): Promise<void> {
  await tx.query(
    `update users set totp_secret = null, totp_confirmed = false, totp_last_step = null where user_id = $1`,
    [userId],
  );
  await tx.query('delete from recovery_codes where user_id = $1', [userId]);
}

/** 422 when the account would be left without an owner. */
async function refuseLastOwner(tx: Queryable, accountId: string, user: User, what: string): Promise<void> {
  if (user.role !== 'owner' || user.status !== 'active') return;
  const others = await tx.query(
    `select 1 from users where account_id = $1 and user_id <> $2 and role = 'owner' and status = 'active'
       and removed_at is null limit 1`,
    [accountId, user.user_id],
  );
  if (others.length > 0) return;
  const message = `This is the account's only owner, who cannot be ${what}. Make another user an owner first.`;
  throw new RequestError('unprocessable', message, { param: 'user_id' });
}

/** Locks the user and reads it. Undefined: the account has no such user. */
export async function lockUser(tx: Queryable, accountId: string, userId: string): Promise<User | undefined> {
  await lockUsers(tx, accountId);
  return findUser(tx, accountId, userId);
}

/** `user`: locked. Disabling ends every session at once. */
export async function changeUser(tx: Queryable, acting: Acting, user: User, change: ChangeUser): Promise<User> {
  const { role = user.role, status = user.status } = change;
  if (role === user.role && status === user.status) return user;
  if (status !== user.status && user.status === 'invited') {
    throw new RequestError('unprocessable', 'This user has not used the invitation yet. DELETE takes it back.', {
      param: 'status',
    });
  }
  if (status === 'disabled') await refuseLastOwner(tx, acting.accountId, user, 'disabled');
  if (role !== 'owner') await refuseLastOwner(tx, acting.accountId, user, `made ${role}`);
  await tx.query('update users set role = $2, status = $3 where user_id = $1', [user.user_id, role, status]);
  if (status === 'disabled') {
    await endSessions(tx, user.user_id, null);
    await tx.query('delete from user_links where user_id = $1', [user.user_id]);
  }
  const changed = (await findUser(tx, acting.accountId, user.user_id))!;
  await audit(tx, acting, {
    action: 'user.updated',
    target: user.user_id,
    before: audited(user),
    after: audited(changed),
  });
  return changed;
}

/** `user`: locked. Its sessions end, its secrets are gone, and its e-mail address is free again. */
export async function removeUser(tx: Queryable, acting: Acting, user: User): Promise<void> {
  await refuseLastOwner(tx, acting.accountId, user, 'removed');
  await endSessions(tx, user.user_id, null);
  await tx.query('delete from user_links where user_id = $1', [user.user_id]);
  await forgetTotp(tx, user.user_id);
  await tx.query(
    `update users set removed_at = now(), password_hash = null, sso_issuer = null, sso_subject = null
     where user_id = $1`,
    [user.user_id],
  );
  await audit(tx, acting, { action: 'user.removed', target: user.user_id, before: audited(user) });
}
