import type { DiagnosisFinding } from '@parley/contract';
import { FIRST_LEG } from '../calls/call-signalling.ts';
import type { CallFacts, ResponseStep, Step } from './facts.ts';

/** `leg` left out: it is about the call as a whole. */
export type Finding = Omit<DiagnosisFinding, 'leg'> & { leg?: number };

/** What one family of rules says to a call. */
export type Rules = (facts: CallFacts) => Finding[];

/** What a rule says to each of the legs. Of the first one it is said as of the call; a further one is named. */
export function ofEachLeg<T extends { leg: number }>(legs: readonly T[], rule: (leg: T) => Finding[]): Finding[] {
  return legs.flatMap((one) =>
    rule(one).map((finding) => ({
      ...finding,
      leg: one.leg,
      what: one.leg === FIRST_LEG ? finding.what : `Leg ${one.leg}, to the target of a transfer: ${finding.what}`,
    })),
  );
}

/** For evidence: `403 Forbidden`. */
export const statusLine = ({ message }: ResponseStep): string => `${message.status} ${message.reason}`.trim();

/** For evidence: when, since the first message of its leg. */
export const at = ({ offsetMs }: Step): string => `at ${seconds(offsetMs)}`;

/** `0.52 s`, `12 s`. */
export function seconds(durationMs: number): string {
  return `${(durationMs / 1000).toFixed(durationMs < 10_000 ? 2 : 0)} s`;
}

export const percent = (share: number): string => `${(100 * share).toFixed(1)} %`;

export const place = ({ host, port }: { host: string; port: number }): string =>
  host.includes(':') ? `[${host}]:${port}` : `${host}:${port}`;

/** Words that a carrier adds to a refusal: Warning and Reason headers (RFC 3261 section 20.43, RFC 3326). */
export function carrierWords({ message }: Step): string {
  const words = [...message.headers.all('warning'), ...message.headers.all('reason')];
  return words.length === 0 ? '' : ` The carrier adds: ${words.join('; ')}.`;
}
