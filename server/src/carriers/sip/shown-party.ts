import type { CallerIdentity } from '@parley/contract';
import { type CallParty, type Diversion, readDiversions } from '@parley/sip';
import { shownText } from '../shown-text.ts';
import { e164Of } from './e164.ts';

/** More than any real call has. */
export const ENTRIES_AT_MOST = 20;

/** A number where it is one, else the address; null: it does not want to be known. */
export function shownParty(party: CallParty | null): string | null {
  return party && (e164Of(party.user) ?? shownText(party.uri));
}

export function shownDiversion({ from, reason, times }: Diversion): CallerIdentity['diverted_from'][number] {
  return { number: shownParty(from), reason: reason === null ? null : shownText(reason), times };
}

/** Values of Diversion (RFC 5806), which some carriers pass on as they are; what is malformed is passed over. */
export function shownDiversions(values: readonly string[]): CallerIdentity['diverted_from'] {
  return readDiversions(values).slice(0, ENTRIES_AT_MOST).map(shownDiversion);
}
