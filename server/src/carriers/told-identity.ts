import type { CallerIdentity, CallSignature } from '@parley/contract';
import { shownText } from './shown-text.ts';

/** What a carrier that speaks HTTP tells of who calls. */
interface ToldIdentity {
  name: string | null;
  divertedFrom: CallerIdentity['diverted_from'];
  stir: CallSignature | null;
}

/** For the record of the call; null: nothing was told. Such a carrier passes on neither P-Asserted-Identity nor History-Info. */
export function toldIdentity({ name, divertedFrom, stir }: ToldIdentity): CallerIdentity | null {
  const shown = name === null || name.trim() === '' ? null : shownText(name.trim());
  if (shown === null && divertedFrom.length === 0 && stir === null) return null;
  return { asserted: null, name: shown, privacy: [], diverted_from: divertedFrom, history: [], stir };
}

/** What the carrier has found out about a signature: it looks at the certificate, and keeps the token. */
export function toldSignature(
  attestation: string | null | undefined,
  { verdict, reason }: Pick<CallSignature, 'verdict' | 'reason'>,
  { from, to }: { from: string | null; to: string },
): CallSignature {
  const level = (['A', 'B', 'C'] as const).find((each) => each === attestation?.toUpperCase()) ?? null;
  const vouched = verdict === 'verified' ? { orig: from, dest: to === '' ? [] : [to] } : { orig: null, dest: [] };
  return { attestation: level, ...vouched, verdict, reason, provider_code: null };
}
