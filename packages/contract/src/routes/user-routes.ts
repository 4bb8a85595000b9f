import { ChangeUser, InvitedUser, InviteUser, MakeUserLink, User, UserList } from '../user.ts';
import { Empty, type Route } from './route.ts';

export const userRoutes = {
  listUsers: {
    method: 'GET',
    path: '/users',
    summary: 'List users',
    permission: 'users:write',
    success: { status: 200, body: UserList },
    errors: [],
  },
  inviteUser: {
    method: 'POST',
    path: '/users',
    summary: 'Invite a user',
    permission: 'users:write',
    body: InviteUser,
    success: { status: 201, body: InvitedUser },
    errors: ['forbidden', 'conflict'],
  },
  getUser: {
    method: 'GET',
    path: '/users/{user_id}',
    summary: 'Retrieve a user',
    permission: 'users:write',
    success: { status: 200, body: User },
    errors: ['not_found'],
  },
  updateUser: {
    method: 'PATCH',
    path: '/users/{user_id}',
    summary: 'Change a user',
    permission: 'users:write',
    body: ChangeUser,
    success: { status: 200, body: User },
    errors: ['forbidden', 'not_found', 'unprocessable'],
  },
  makeUserLink: {
    method: 'POST',
    path: '/users/{user_id}/link',
    summary: 'Make a link for a user',
    permission: 'users:write',
    body: MakeUserLink,
    bodyOptional: true,
    success: { status: 201, body: InvitedUser },
    errors: ['forbidden', 'not_found', 'unprocessable'],
  },
  removeUser: {
    method: 'DELETE',
    path: '/users/{user_id}',
    summary: 'Remove a user',
    permission: 'users:write',
    body: Empty,
    bodyOptional: true,
    success: { status: 204 },
    errors: ['forbidden', 'not_found', 'unprocessable'],
  },
} as const satisfies Record<string, Route>;
