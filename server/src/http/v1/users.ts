import type { InvitedUser, routes, User } from '@parley/contract';
import { refuseRole } from '../../accounts/grants.ts';
import { addressOfLink } from '../../accounts/user-links.ts';
import {
  changeUser,
  findUser,
  type Invited,
  inviteUser,
  listUsers,
  lockUser,
  makeUserLink,
  removeUser,
} from '../../accounts/users.ts';
import type { Queryable } from '../../db/index.ts';
import type { Principal } from '../../kernel/principal.ts';
import { RequestError } from '../../kernel/request-error.ts';
import type { EndpointHandler } from '../endpoint.ts';
import type { ApiDependencies } from './dependencies.ts';

type Routes = typeof routes;

function noSuchUser(userId: string): RequestError {
  const message = `There is no user ${userId}. GET /v1/users lists yours.`;
  return new RequestError('not_found', message, { param: 'user_id' });
}

function withLink(api: ApiDependencies, { user, token }: Invited): InvitedUser {
  return { ...user, link: addressOfLink(api.publicUrl(), token) };
}

/** A user that the caller may change: locked, and with no role above the caller's. */
async function changeable(tx: Queryable, principal: Principal, userId: string): Promise<User> {
  const user = await lockUser(tx, principal.accountId, userId);
  if (!user) throw noSuchUser(userId);
  refuseRole(principal, user.role);
  return user;
}

export function listUsersEndpoint(api: ApiDependencies): EndpointHandler<Routes['listUsers']> {
  return async ({ principal }) => {
    const users = await listUsers(api.db, principal.accountId);
    return { body: { data: users, total: users.length } };
  };
}

export function inviteUserEndpoint(api: ApiDependencies): EndpointHandler<Routes['inviteUser']> {
  return async ({ principal, body }) => {
    refuseRole(principal, body.role);
    const invited = await api.db.transaction((tx) => inviteUser(tx, principal, body));
    const location = `${api.publicUrl()}/v1/users/${invited.user.user_id}`;
    return { body: withLink(api, invited), headers: { location } };
  };
}

export function getUserEndpoint(api: ApiDependencies): EndpointHandler<Routes['getUser']> {
  return async ({ principal, params }) => {
    const user = await findUser(api.db, principal.accountId, params.user_id!);
    if (!user) throw noSuchUser(params.user_id!);
    return { body: user };
  };
}

export function updateUserEndpoint(api: ApiDependencies): EndpointHandler<Routes['updateUser']> {
  return async ({ principal, params, body }) => {
    const user = await api.db.transaction(async (tx) => {
      const current = await changeable(tx, principal, params.user_id!);
      if (body.role !== undefined) refuseRole(principal, body.role);
      return changeUser(tx, principal, current, body);
    });
    return { body: user };
  };
}

export function makeUserLinkEndpoint(api: ApiDependencies): EndpointHandler<Routes['makeUserLink']> {
  return async ({ principal, params, body }) => {
    const invited = await api.db.transaction(async (tx) => {
      const user = await changeable(tx, principal, params.user_id!);
      return makeUserLink(tx, principal, user, { removeTotp: body.remove_totp ?? false });
    });
    return { body: withLink(api, invited) };
  };
}

export function removeUserEndpoint(api: ApiDependencies): EndpointHandler<Routes['removeUser']> {
  return async ({ principal, params }) => {
    await api.db.transaction(async (tx) => {
      await removeUser(tx, principal, await changeable(tx, principal, params.user_id!));
    });
    return { body: undefined };
  };
}
