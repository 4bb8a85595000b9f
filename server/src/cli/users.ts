import type { Role, User } from '@parley/contract';
import { listAccounts } from '../accounts/accounts.ts';
import { addressOfLink } from '../accounts/user-links.ts';
import { accountOfUser, inviteUser, listUsers, lockUser, makeUserLink, removeUser } from '../accounts/users.ts';
import type { Queryable } from '../db/index.ts';
import { operatorOf } from '../kernel/principal.ts';
import { accountNamed } from './accounts.ts';
import type { CommandContext, CommandResult, RunCommand } from './command.ts';
import { CommandError } from './command-error.ts';
import { table } from './table.ts';

/** All of them, without the schemas that the contract brings along. */
const roles = Object.keys({
  owner: true,
  admin: true,
  member: true,
  viewer: true,
} satisfies Record<Role, true>) as Role[];

function roleNamed(name: string): Role {
  const role = roles.find((known) => known === name);
  if (role) return role;
  throw new CommandError('invalid_request', `"${name}" is not a role; ${roles.join(', ')} are.`, 'role');
}

function addressGiven(email: string | undefined): string | null {
  if (email === undefined) return null;
  if (/^[^\s@]+@[^\s@]+$/.test(email) && email.length <= 254) return email;
  throw new CommandError('invalid_request', `${email} is no e-mail address.`, 'email');
}

function noSuchUser(userId: string): CommandError {
  return new CommandError('not_found', `There is no user ${userId}. "users list" shows them.`, 'user');
}

function shownLink(user: User, link: string): CommandResult {
  const lines = [
    `User  ${user.user_id}   (${user.role}${user.email === null ? '' : `, ${user.email}`})`,
    `Link  ${link}   (works once: hand it to that person alone)`,
  ];
  return { json: { ...user, link }, text: lines.join('\n') };
}

export const inviteByLink: RunCommand = async ({ config, db, options }) => {
  const role = roleNamed(options.role!);
  const email = addressGiven(options.email);
  const { account_id: accountId } =
    options.account === undefined ? (await listAccounts(db))[0]! : await accountNamed(db, options.account);
  const { user, token } = await db.transaction((tx) => inviteUser(tx, operatorOf(accountId), { email, role }));
  return shownLink(user, addressOfLink(config.http.publicUrl, token));
};

export const listAllUsers: RunCommand = async ({ db, options }) => {
  const accounts = options.account === undefined ? await listAccounts(db) : [await accountNamed(db, options.account)];
  const lists = await Promise.all(
    accounts.map(async ({ account_id }) => (await listUsers(db, account_id)).map((user) => ({ account_id, ...user }))),
  );
  const users = lists.flat();
  const rows = users.map(({ user_id, account_id, email, name, role, status }) => ({
    user_id,
    account_id,
    email,
    name,
    role,
    status,
  }));
  return { json: { data: users, total: users.length }, text: table(rows) };
};

/** The user, locked, and on whose behalf it is changed. */
async function userNamed(tx: Queryable, userId: string) {
  const accountId = await accountOfUser(tx, userId);
  const user = accountId === undefined ? undefined : await lockUser(tx, accountId, userId);
  if (accountId === undefined || user === undefined) throw noSuchUser(userId);
  return { user, acting: operatorOf(accountId) };
}

export const resetUser: RunCommand = async ({ config, db, words, flags }: CommandContext) => {
  const [userId] = words as [string];
  const { user, token } = await db.transaction(async (tx) => {
    const named = await userNamed(tx, userId);
    return makeUserLink(tx, named.acting, named.user, { removeTotp: flags.has('remove-totp') });
  });
  return shownLink(user, addressOfLink(config.http.publicUrl, token));
};

export const removeOne: RunCommand = async ({ db, words }) => {
  const [userId] = words as [string];
  await db.transaction(async (tx) => {
    const { user, acting } = await userNamed(tx, userId);
    await removeUser(tx, acting, user);
  });
  return { json: { user_id: userId, removed: true }, text: `${userId} is removed.` };
};
