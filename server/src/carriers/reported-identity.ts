import type { CallerIdentity, CallSignature } from '@parley/contract';
import { shownText } from './shown-text.ts';

/** What a carrier with an HTTP interface reports of the caller. */
interface ReportedIdentity {
  name: string | null;
  divertedFrom: CallerIdentity['diverted_from'];
  stir: CallSignature | null;
}

/** For the record of the call; null: none. Such a carrier passes on neither P-Asserted-Identity nor History-Info. */
export function reportedIdentity({ name, divertedFrom, stir }: ReportedIdentity): CallerIdentity | null {
  const shown = name === null || name.trim() === '' ? null : shownText(name.trim());
  if (shown === null && divertedFrom.length === 0 && stir === null) return null;
  return { asserted: null, name: shown, privacy: [], diverted_from: divertedFrom, history: [], stir };
}

/** What the carrier reports of a signature: it checks the certificate, and keeps the token. */
export function reportedSignature(
  attestation: string | null | undefined,
  { verdict, reason }: Pick<CallSignature, 'verdict' | 'reason'>,
  { from, to }: { from: string | null; to: string },
): CallSignature {
  const level = (['A', 'B', 'C'] as const).find((each) => each === attestation?.toUpperCase()) ?? null;
  const vouched = verdict === 'verified' ? { orig: from, dest: to === '' ? [] : [to] } : { orig: null, dest: [] };
  return { attestation: level, ...vouched, verdict, reason, provider_code: null };
}
