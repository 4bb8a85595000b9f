import { Text } from '@mantine/core';
import { endReasons } from '@parley/contract';
import type { LiveState } from '../live/live-state.ts';

/** Where a live call is, in words. */
export function LiveStatus({ state }: { state: LiveState }) {
  return (
    <Text size="sm" role="status" {...(state.problem === null ? { c: 'dimmed' } : { c: 'red' })}>
      {wordsOf(state)}
    </Text>
  );
}

function wordsOf({ problem, hasEnded, endReason, connection, phase }: LiveState): string {
  if (problem !== null) return problem;
  if (hasEnded) return endReason === null ? 'The call is over.' : `The call is over. ${endReasons[endReason].title}.`;
  if (connection === 'closed') return 'You have left the call.';
  if (connection === 'connecting') return 'Connecting …';
  if (phase === 'ringing') return 'Ringing …';
  return phase === 'talking' ? 'Live' : 'Dialing …';
}
