import { z } from 'zod';
import { Account } from './account.ts';
import { LanguageTag } from './language-tag.ts';
import { Permission, Role } from './permission.ts';
import { SessionId, UnixSeconds, UserId } from './text.ts';
import { TimeZone } from './time-zone.ts';
import { EmailAddress } from './user.ts';

export const Password = z.string().min(10).max(256).meta({ description: 'At least 10 characters' });
/** One that may be from a time with other rules: it is compared, never judged. */
const GivenPassword = z.string().min(1).max(256);
const PersonName = z.string().min(1).max(100).regex(/\S/, 'must not be blank');
/** Six digits of an authenticator app, or a recovery code. */
const Code = z.string().trim().min(6).max(32);

/** Who is signed in, and what the dashboard has to know of the account. */
export const Session = z
  .object({
    user: z.object({
      user_id: UserId,
      email: z.string(),
      name: z.string(),
      /** Null: as the account has it. */
      language: z.string().nullable(),
      timezone: z.string().nullable(),
      totp_enabled: z.boolean(),
      recovery_codes_left: z.int(),
      /** False for a user who signs in with single sign-on alone. */
      password_set: z.boolean(),
    }),
    session_id: SessionId,
    account: Account,
    role: Role,
    permissions: z.array(Permission),
    /** No carrier is connected: every number is simulated. */
    simulated: z.boolean(),
  })
  .meta({ id: 'Session' });
export type Session = z.infer<typeof Session>;

/** Why single sign-on ended at the page of the sign-in: `/login?problem=…`. */
export const SingleSignOnProblem = z.enum(['uninvited', 'disabled', 'domain', 'unverified', 'stale', 'failed']);
export type SingleSignOnProblem = z.infer<typeof SingleSignOnProblem>;

export const LoginOptions = z.object({
  single_sign_on: z.boolean(),
  /** There is no user yet: the link of the first owner is where the service was started. */
  needs_owner: z.boolean(),
});

/**
 * 401 with `param: code`: the password is right and a code of the authenticator app is needed, or was wrong. Every other
 * 401 has `param: password`, whether or not a user has the e-mail address.
 */
export const Login = z
  .strictObject({ email: EmailAddress, password: GivenPassword, code: Code.optional() })
  .meta({ id: 'Login' });
export type Login = z.infer<typeof Login>;

export const Invitation = z
  .object({
    purpose: z.enum(['invitation', 'new_password']),
    /** Null: the person names one. */
    email: z.string().nullable(),
    name: z.string().nullable(),
    role: Role,
    account_name: z.string(),
    /** A code of the authenticator app is needed too. */
    needs_code: z.boolean(),
    expires_at: UnixSeconds,
  })
  .meta({ id: 'Invitation' });
export type Invitation = z.infer<typeof Invitation>;

/** `name` is needed with an invitation, `email` with one that names none; neither with a link for a new password. */
export const AcceptInvitation = z
  .strictObject({
    name: PersonName.optional(),
    email: EmailAddress.optional(),
    password: Password,
    code: Code.optional(),
  })
  .meta({ id: 'AcceptInvitation' });
export type AcceptInvitation = z.infer<typeof AcceptInvitation>;

export const ChangeProfile = z
  .strictObject({ name: PersonName, language: LanguageTag.nullable(), timezone: TimeZone.nullable() })
  .partial()
  .meta({ id: 'ChangeProfile' });
export type ChangeProfile = z.infer<typeof ChangeProfile>;

export const ChangePassword = z
  .strictObject({
    /** Left out by a user who has none yet. */
    current_password: GivenPassword.optional(),
    password: Password,
  })
  .meta({ id: 'ChangePassword' });
export type ChangePassword = z.infer<typeof ChangePassword>;

/** The password again, by a user who has one. */
export const ConfirmPassword = z.strictObject({ password: GivenPassword.optional() }).meta({ id: 'ConfirmPassword' });
export type ConfirmPassword = z.infer<typeof ConfirmPassword>;

/** Nothing is asked for at sign-in until it is confirmed by a code. */
export const TotpSecret = z.object({
  /** Base32, for typing. */
  secret: z.string(),
  /** `otpauth://…`, for a QR code. */
  otpauth_url: z.string(),
});
export type TotpSecret = z.infer<typeof TotpSecret>;

export const ConfirmTotp = z.strictObject({ code: Code }).meta({ id: 'ConfirmTotp' });

/** Each works once, in place of a code; shown once. */
export const RecoveryCodes = z.object({ recovery_codes: z.array(z.string()) });

export const ListedSession = z.object({
  session_id: SessionId,
  /** The one that asks. */
  current: z.boolean(),
  /** Browser and system, as far as its user agent tells. */
  agent: z.string(),
  address: z.string(),
  created_at: UnixSeconds,
  last_seen_at: UnixSeconds,
  expires_at: UnixSeconds,
});
export type ListedSession = z.infer<typeof ListedSession>;

export const SessionList = z.object({ data: z.array(ListedSession), total: z.int() });
