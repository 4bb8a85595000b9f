import { SoftphoneName } from '@parley/contract';
import type { ReferredEvent } from '@parley/sip';
import { softphoneTo } from '../../softphones/softphone-route.ts';
import { e164Of } from './e164.ts';

/** A method other than INVITE, or Replaces: another call is meant, and not one that we place (RFC 3515 section 2.1, RFC 3891). */
const OF_ANOTHER_CALL = /;method=(?!INVITE\b)|[?&]replaces=/i;

/**
 * Whom a softphone wants its call connected with: a number, or another softphone by its name. The host says nothing: both are called the way
 * that the account calls them. Null: neither.
 */
export function referTarget({ target, targetUser }: Pick<ReferredEvent, 'target' | 'targetUser'>): string | null {
  if (targetUser === null || OF_ANOTHER_CALL.test(target)) return null;
  const number = e164Of(targetUser);
  if (number !== null) return number;
  const name = targetUser.toLowerCase();
  return SoftphoneName.safeParse(name).success ? softphoneTo(name) : null;
}
