import { z } from 'zod';
import { Role } from './permission.ts';
import { UnixSeconds, UserId } from './text.ts';

const NO_EMAIL = 'must be an e-mail address, for example maria@example.com';

/** Compared without regard to case; kept as it was written. A host of one word is one of the own network. */
export const EmailAddress = z
  .string(NO_EMAIL)
  .max(254, NO_EMAIL)
  .regex(/^[^\s@<>()[\]",;:\\]+@[A-Za-z0-9]([A-Za-z0-9.-]*[A-Za-z0-9])?$/, NO_EMAIL)
  .meta({ id: 'EmailAddress', description: 'An e-mail address', examples: ['maria@example.com'] });

export const UserStatus = z.enum(['invited', 'active', 'disabled']).meta({
  id: 'UserStatus',
  description: 'invited: the link was not used yet; disabled: cannot sign in',
});

export type UserStatus = z.infer<typeof UserStatus>;

export const User = z
  .object({
    user_id: UserId.meta({ description: 'Identifier of the user' }),
    email: z
      .string()
      .nullable()
      .meta({ description: 'What the user signs in with; null until the invitation is used' }),
    name: z.string().nullable().meta({ description: 'What the user is called; null until the invitation is used' }),
    role: Role.meta({ id: 'Role' }),
    status: UserStatus,
    totp_enabled: z.boolean().meta({ description: 'Whether an authenticator app is asked for at sign-in' }),
    link_expires_at: UnixSeconds.nullable().meta({
      description: 'Unix seconds until which an invitation or a link for a new password is valid; null without one',
    }),
    last_seen_at: UnixSeconds.nullable().meta({ description: 'Unix seconds, to the minute; null when never' }),
    created_at: UnixSeconds,
  })
  .meta({ id: 'User', description: 'A person who can sign in to the dashboard' });
export type User = z.infer<typeof User>;

export const UserList = z
  .object({
    data: z.array(User).meta({ description: 'All users of the account, oldest first' }),
    total: z.int().meta({ description: 'How many there are' }),
  })
  .meta({ id: 'UserList' });

export const InviteUser = z
  .strictObject({
    email: EmailAddress.meta({ description: 'Whom the link is for; nothing is sent to it' }),
    role: Role.meta({ description: 'What the user may do; no more than the inviting user may' }),
  })
  .meta({ id: 'InviteUser' });
export type InviteUser = z.infer<typeof InviteUser>;

/** The link is shown once, when it is created. */
export const InvitedUser = User.extend({
  link: z.string().meta({ description: 'Hand it to the person: it works once, for seven days; shown once' }),
}).meta({ id: 'InvitedUser' });
export type InvitedUser = z.infer<typeof InvitedUser>;

export const ChangeUser = z
  .strictObject({
    role: Role.meta({ description: 'What the user may do' }),
    status: z
      .enum(['active', 'disabled'])
      .meta({ description: 'disabled: every session ends at once, and no new one begins' }),
  })
  .partial()
  .meta({ id: 'ChangeUser' });
export type ChangeUser = z.infer<typeof ChangeUser>;

export const MakeUserLink = z
  .strictObject({
    remove_totp: z
      .boolean()
      .optional()
      .meta({ description: 'true: the authenticator app is removed too, for a user who lost the telephone' }),
  })
  .meta({ id: 'MakeUserLink' });
export type MakeUserLink = z.infer<typeof MakeUserLink>;
