import { type CallPhase, type CallSummary, endReasons, type Sentiment } from '@parley/contract';
import type { Tone } from '../../components/StatusBadge.tsx';

const phases: Record<Exclude<CallPhase, 'ended'>, string> = {
  queued: 'Queued',
  dialing: 'Dialing',
  ringing: 'Ringing',
  talking: 'Talking',
  transferring: 'Transferring',
  ending: 'Ending',
  analyzing: 'Analyzing',
};

export const statusWords: Record<CallSummary['status'], string> = {
  initiated: 'Calling',
  active: 'Talking',
  completed: 'Completed',
  failed: 'Failed',
};

/** Where a call is, in a word. */
export function statusOf({ status, phase }: Pick<CallSummary, 'status' | 'phase'>): { word: string; tone: Tone } {
  if (status === 'completed') return { word: statusWords.completed, tone: 'good' };
  if (status === 'failed') return { word: statusWords.failed, tone: 'bad' };
  if (phase === 'queued') return { word: phases.queued, tone: 'neutral' };
  return { word: phase === 'ended' ? statusWords[status] : phases[phase], tone: 'live' };
}

export const sentimentWords: Record<Sentiment, string> = {
  positive: 'Positive',
  neutral: 'Neutral',
  negative: 'Negative',
};

/** `call_back_later` is Call back later: outcomes are labels of the interface. */
export function outcomeWords(outcome: string): string {
  const words = outcome.replace(/_/g, ' ').trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Why it failed, else its outcome, or why it ended; null while it lasts. */
export function resultOf(call: Pick<CallSummary, 'status' | 'outcome' | 'end_reason'>): string | null {
  if (call.outcome !== null && call.status !== 'failed') return outcomeWords(call.outcome);
  return call.end_reason === null ? null : endReasons[call.end_reason].title;
}

/** The person at the other end: the recipient of an outbound call, the caller of an inbound one. */
export function personOf(call: Pick<CallSummary, 'direction' | 'recipient_phone' | 'from_number'>): string | null {
  return call.direction === 'outbound' ? call.recipient_phone : call.from_number;
}

/** Who has no number. */
export function unnumbered({ channel }: Pick<CallSummary, 'channel'>): string {
  return channel === 'browser' ? 'In the browser' : 'Withheld number';
}
