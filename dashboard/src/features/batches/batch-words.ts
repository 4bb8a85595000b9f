import type { Batch, BatchStatus } from '@parley/contract';
import type { Tone } from '../../components/StatusBadge.tsx';
import { formatNumber } from '../../format/number.ts';

export const statusWords: Record<BatchStatus, string> = {
  scheduled: 'Scheduled',
  in_progress: 'Running',
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

/** "1 recipient", "2,000 recipients". */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${formatNumber(count)} ${count === 1 ? one : many}`;
}
