import { SoftphoneName } from '@parley/contract';
import type { ReferredEvent } from '@parley/sip';
import { softphoneTo } from '../../softphones/softphone-route.ts';
import { e164Of } from './e164.ts';

/** A method other than INVITE: something else than a call is meant (RFC 3515 section 2.1). */
const NO_CALL = /;method=(?!INVITE\b)/i;

/**
 * Whom a softphone wants its call connected with: a number, or another softphone by its name. The host says nothing: both are called the way
 * that the account calls them. Null: neither.
 */
export function referTarget({ target, targetUser }: Pick<ReferredEvent, 'target' | 'targetUser'>): string | null {
  if (targetUser === null || NO_CALL.test(target)) return null;
  const number = e164Of(targetUser);
  if (number !== null) return number;
  const name = targetUser.toLowerCase();
  return SoftphoneName.safeParse(name).success ? softphoneTo(name) : null;
}
