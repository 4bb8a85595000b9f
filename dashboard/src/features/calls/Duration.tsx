import type { CallSummary } from '@parley/contract';
import { formatDuration } from '../../format/number.ts';
import { useSecond } from './use-second.ts';

/** How long they talked; counts while the call lasts. A call that was not answered has a dash. */
export function Duration({ call }: { call: Pick<CallSummary, 'duration' | 'answered_at' | 'ended_at'> }) {
  if (call.answered_at === null) return '–';
  if (call.duration !== null) return formatDuration(call.duration);
  return <Counting fromS={call.answered_at} />;
}

function Counting({ fromS }: { fromS: number }) {
  return formatDuration(Math.max(0, useSecond() - fromS));
}
