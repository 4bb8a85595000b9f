import type { routes } from '../../routes.ts';
import type { User } from '../../user.ts';
import { exampleUser } from './examples/example-users.ts';
import type { ErrorCase, RouteDocumentation } from './route-documentation.ts';

const { user_id: userId } = exampleUser;
const exampleLink = 'https://calls.example.org/welcome/6fY0tq3cZ1rXvE8mWbKjD2hLs9oAe4pNu7iGx5TkQwM';

const invited: User = {
  ...exampleUser,
  name: null,
  status: 'invited',
  totp_enabled: false,
  link_expires_at: exampleUser.created_at + 7 * 86_400,
  last_seen_at: null,
};

const noSuchUser: ErrorCase = {
  when: 'There is no such user in this account.',
  fix: 'Check `user_id`: GET /users lists yours.',
  message: `There is no user ${userId}. GET /v1/users lists yours.`,
  param: 'user_id',
};

const roleAbove: ErrorCase = {
  when: 'The role, or that of the user, may do more than this key.',
  fix: 'Ask a user who has these permissions, such as an owner.',
  message: 'A user with the role owner may do more than this API key, which lacks account:write.',
  param: 'role',
};

const onlyOwner: ErrorCase = {
  when: 'The account would be left without an owner.',
  fix: 'Make another user an owner first.',
  message: "This is the account's only owner, who cannot be removed. Make another user an owner first.",
  param: 'user_id',
};

export const listUsers: RouteDocumentation<typeof routes.listUsers> = {
  tag: 'Users',
  description: 'All users of the account, oldest first, also those who have not used their invitation yet.',
  response: { data: [exampleUser], total: 1 },
  errors: {},
  client: 'const { data } = await parley.users.list();',
};

export const inviteUser: RouteDocumentation<typeof routes.inviteUser> = {
  tag: 'Users',
  description:
    'The response holds a link, this once: hand it to the person. The person who opens it sets a password and is signed in. It works once, for seven days. Nothing is sent by e-mail.\n\nA role is a set of permissions: `owner` has all, `admin` all but `account:write`, `member` works with calls, batches, agents and webhooks and reads numbers, `viewer` reads.',
  responseHeaders: ['Location'],
  request: { email: 'maria@example.com', role: 'member' },
  response: { ...invited, link: exampleLink },
  errors: {
    forbidden: [roleAbove],
    conflict: [
      {
        when: 'A user with this e-mail address exists already.',
        fix: 'Make another link for that user, or invite another address.',
        message:
          'maria@example.com is a user of this account already. To make another link: POST /v1/users/{user_id}/link',
        param: 'email',
      },
    ],
  },
  client: `const { link } = await parley.users.invite({ email: 'maria@example.com', role: 'member' });`,
};

export const getUser: RouteDocumentation<typeof routes.getUser> = {
  tag: 'Users',
  description: 'What a user may do, and when the user was here last.',
  response: exampleUser,
  errors: { not_found: [noSuchUser] },
  client: `const user = await parley.users.get('${userId}');`,
};

export const updateUser: RouteDocumentation<typeof routes.updateUser> = {
  tag: 'Users',
  description:
    'A new role takes effect with the next request. `status: disabled` ends every session of the user at once; `active` lets the user sign in again.',
  request: { role: 'viewer' },
  response: { ...exampleUser, role: 'viewer' },
  errors: {
    forbidden: [roleAbove],
    not_found: [noSuchUser],
    unprocessable: [
      onlyOwner,
      {
        when: 'The invitation was not used yet, so that there is nothing to disable.',
        fix: 'DELETE takes the invitation back.',
        message: 'This user has not used the invitation yet. DELETE takes it back.',
        param: 'status',
      },
    ],
  },
  client: `await parley.users.update('${userId}', { role: 'viewer' });`,
};

export const makeUserLink: RouteDocumentation<typeof routes.makeUserLink> = {
  tag: 'Users',
  description:
    'Another link, shown this once; the one before it is void. For a user who is invited it is the invitation again, for seven days. For others it sets a new password, for a day: until it is used, the old one stays valid.',
  request: { remove_totp: true },
  response: { ...exampleUser, link_expires_at: exampleUser.created_at + 2 * 86_400, link: exampleLink },
  errors: {
    forbidden: [roleAbove],
    not_found: [noSuchUser],
    unprocessable: [
      {
        when: 'The user is disabled.',
        fix: 'PATCH the user with {"status": "active"} first.',
        message: 'This user is disabled. PATCH it with {"status": "active"} first.',
        param: 'user_id',
      },
    ],
  },
  client: `const { link } = await parley.users.makeLink('${userId}');`,
};

export const removeUser: RouteDocumentation<typeof routes.removeUser> = {
  tag: 'Users',
  description:
    'Every session of the user ends at once; an invitation that was not used is void. API keys that the user made stop working. The audit log keeps the name.',
  response: undefined,
  errors: { forbidden: [roleAbove], not_found: [noSuchUser], unprocessable: [onlyOwner] },
  client: `await parley.users.remove('${userId}');`,
};
