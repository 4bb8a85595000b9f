import type { Batch, BatchStatus, EndReason } from '@parley/contract';
import type { Tone } from '../../components/StatusBadge.tsx';

export const statusWords: Record<BatchStatus, string> = {
  scheduled: 'Scheduled',
  in_progress: 'In progress',
  completed: 'Completed',
  canceled: 'Canceled',
};

const tones: Record<BatchStatus, Tone> = {
  scheduled: 'neutral',
  in_progress: 'live',
  completed: 'good',
  canceled: 'neutral',
};

/** What a batch is, in a word and a tone. */
export function stateOf({ status, paused }: Batch): { word: string; tone: Tone } {
  return paused ? { word: 'Paused', tone: 'warning' } : { word: statusWords[status], tone: tones[status] };
}

/** A batch without a name is known by when it was made. */
export const titleOf = ({ name, batch_id }: Batch) => name ?? `Batch ${batch_id.slice(-6)}`;

export const endingWords: Record<EndReason, string> = {
  user_hangup: 'The person hung up',
  agent_hangup: 'The agent ended the call',
  max_duration: 'Longest duration reached',
  silence_timeout: 'The person became silent',
  voicemail: 'Voicemail',
  transferred: 'Transferred',
  opted_out: 'Asked not to be called again',
  no_answer: 'No answer',
  busy: 'Busy',
  rejected: 'Declined',
  invalid_number: 'No such number',
  canceled: 'Canceled',
  blocked: 'On the suppression list',
  carrier_error: 'The carrier could not connect',
  media_timeout: 'No sound came any more',
  llm_error: 'The language model failed',
  stt_error: 'Speech recognition failed',
  tts_error: 'The voice failed',
  duplicate: 'Was in a call with the agent already',
  dispatch_lost: 'Was not dialled in time',
  interrupted_by_restart: 'Interrupted by a restart',
  internal_error: 'A fault of Parley',
};

/** "1 recipient", "2,000 recipients". */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count.toLocaleString()} ${count === 1 ? one : many}`;
}
