import { randomInt } from 'node:crypto';
import type { TotpSecret } from '@parley/contract';
import { audit } from '../audit/audit.ts';
import type { Queryable } from '../db/index.ts';
import type { Acting } from '../kernel/principal.ts';
import { RequestError } from '../kernel/request-error.ts';
import type { Sealing } from '../kernel/sealing.ts';
import { hashToken } from './opaque-token.ts';
import { acceptedStep, newTotpSecret, otpauthUrl } from './totp.ts';
import { forgetTotp } from './users.ts';

const RECOVERY_CODES = 10;
/**
 * Without letters and digits that look alike. Ten of 31 are 49 bits, too many to guess within the limits of sign-in.
 */
const LETTERS = '23456789abcdefghjkmnpqrstuvwxyz';
const CODE_LENGTH = 10;

const purposeOf = (userId: string) => `totp ${userId}`;

interface TotpRow {
  email: string;
  totp_secret: Buffer | null;
  totp_confirmed: boolean;
  totp_last_step: number | null;
  /** Of the database's clock. */
  now_s: number;
}

async function lockTotp(tx: Queryable, userId: string): Promise<TotpRow> {
  const rows = await tx.query<TotpRow>(
    `select email, totp_secret, totp_confirmed, totp_last_step, extract(epoch from clock_timestamp())::float8 as now_s
     from users where user_id = $1 for update`,
    [userId],
  );
  return rows[0]!;
}

/** A secret for an authenticator app. Sign-in asks for its codes when one of them has confirmed it. */
export async function beginTotp(tx: Queryable, acting: Acting, sealing: Sealing, userId: string): Promise<TotpSecret> {
  const { email, totp_confirmed: isConfirmed } = await lockTotp(tx, userId);
  if (isConfirmed) {
    throw new RequestError('unprocessable', 'An authenticator app is set up already. Remove it first.');
  }
  const secret = newTotpSecret();
  await tx.query('update users set totp_secret = $2, totp_last_step = null where user_id = $1', [
    userId,
    sealing.seal(secret, purposeOf(userId)),
  ]);
  await audit(tx, acting, { action: 'user.totp_begun', target: userId });
  return { secret, otpauth_url: otpauthUrl(secret, email) };
}

/** True when it was right; it is not taken again. */
async function takeTotpCode(
  tx: Queryable,
  sealing: Sealing,
  userId: string,
  row: TotpRow,
  code: string,
): Promise<boolean> {
  if (row.totp_secret === null) return false;
  const secret = sealing.open(row.totp_secret, purposeOf(userId));
  const step = acceptedStep(secret, code.replaceAll(' ', ''), { nowS: row.now_s, lastStep: row.totp_last_step });
  if (step === undefined) return false;
  await tx.query('update users set totp_last_step = $2 where user_id = $1', [userId, step]);
  return true;
}

/** @returns recovery codes, shown this once. */
export async function confirmTotp(
  tx: Queryable,
  acting: Acting,
  sealing: Sealing,
  { userId, code }: { userId: string; code: string },
): Promise<string[]> {
  const row = await lockTotp(tx, userId);
  if (row.totp_confirmed || row.totp_secret === null) {
    throw new RequestError('unprocessable', 'There is no authenticator app to confirm. Begin anew.');
  }
  if (!(await takeTotpCode(tx, sealing, userId, row, code))) {
    throw new RequestError('unprocessable', 'code: is not the one that the app shows now. Try the next one.', {
      param: 'code',
    });
  }
  await tx.query('update users set totp_confirmed = true where user_id = $1', [userId]);
  const codes = await replaceRecoveryCodes(tx, userId);
  await audit(tx, acting, { action: 'user.totp_enabled', target: userId });
  return codes;
}

export async function disableTotp(tx: Queryable, acting: Acting, userId: string): Promise<void> {
  const { totp_confirmed: wasConfirmed } = await lockTotp(tx, userId);
  await forgetTotp(tx, userId);
  if (wasConfirmed) await audit(tx, acting, { action: 'user.totp_disabled', target: userId });
}

/** @returns recovery codes, shown this once; those before are void. */
export async function makeRecoveryCodes(tx: Queryable, acting: Acting, userId: string): Promise<string[]> {
  const { totp_confirmed: isConfirmed } = await lockTotp(tx, userId);
  if (!isConfirmed) throw new RequestError('unprocessable', 'Set up an authenticator app first.');
  const codes = await replaceRecoveryCodes(tx, userId);
  await audit(tx, acting, { action: 'user.recovery_codes_made', target: userId });
  return codes;
}

async function replaceRecoveryCodes(tx: Queryable, userId: string): Promise<string[]> {
  const codes = Array.from({ length: RECOVERY_CODES }, newRecoveryCode);
  await tx.query('delete from recovery_codes where user_id = $1', [userId]);
  await tx.query('insert into recovery_codes (user_id, hash) select $1, unnest($2::bytea[])', [
    userId,
    codes.map((code) => hashToken(canonical(code))),
  ]);
  return codes;
}

function newRecoveryCode(): string {
  const letters = Array.from({ length: CODE_LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join('');
  return `${letters.slice(0, 5)}-${letters.slice(5)}`;
}

/** However it was typed. */
const canonical = (code: string) => code.toLowerCase().replace(/[^a-z0-9]/g, '');

type SecondFactor = 'not_needed' | 'missing' | 'wrong' | 'totp' | 'recovery_code';

/** Takes a code of the app or a recovery code, which then is gone. */
export async function takeSecondFactor(
  tx: Queryable,
  sealing: Sealing,
  userId: string,
  code: string | undefined,
): Promise<SecondFactor> {
  const row = await lockTotp(tx, userId);
  if (!row.totp_confirmed) return 'not_needed';
  if (code === undefined) return 'missing';
  if (await takeTotpCode(tx, sealing, userId, row, code)) return 'totp';
  const used = await tx.query('delete from recovery_codes where user_id = $1 and hash = $2 returning 1', [
    userId,
    hashToken(canonical(code)),
  ]);
  return used.length > 0 ? 'recovery_code' : 'wrong';
}
