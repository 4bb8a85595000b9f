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

type Ending = Pick<CallSummary, 'end_reason' | 'ended_by'>;

/** Hung up or canceled by a user of the dashboard, or by a program: the interface knows neither as an end reason. */
const isOnRequest = ({ end_reason, ended_by }: Ending) =>
  ended_by === 'system' && (end_reason === 'agent_hangup' || end_reason === 'canceled');

/** Why it ended; null while it lasts. */
export function endWords(call: Ending): string | null {
  if (call.end_reason === null) return null;
  return isOnRequest(call) && call.end_reason === 'agent_hangup'
    ? 'Hung up on request'
    : endReasons[call.end_reason].title;
}

const enders = { agent: 'The agent', user: 'The person', system: 'The service' } as const;

/** Who ended it; null while it lasts. */
export function enderWords(call: Ending): string | null {
  if (call.ended_by === null) return null;
  return isOnRequest(call) ? 'A user or a program' : enders[call.ended_by];
}

/** Why it failed, else its outcome, or why it ended; null while it lasts. */
export function resultOf(call: Pick<CallSummary, 'status' | 'outcome' | 'end_reason' | 'ended_by'>): string | null {
  if (call.outcome !== null && call.status !== 'failed') return outcomeWords(call.outcome);
  return endWords(call);
}

/** The person at the other end: the recipient of an outbound call, the caller of an inbound one. */
export function personOf(call: Pick<CallSummary, 'direction' | 'recipient_phone' | 'from_number'>): string | null {
  return call.direction === 'outbound' ? call.recipient_phone : call.from_number;
}

/** Parties without a number. */
export function unnumbered({ channel }: Pick<CallSummary, 'channel'>): string {
  return channel === 'browser' ? 'In the browser' : 'Withheld number';
}
