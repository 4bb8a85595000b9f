import { Alert, Text } from '@mantine/core';
import type { LiveState } from '../../live/live-state.ts';
import { Talk, ToolNote, Words } from './Talk.tsx';

/** A call while it is spoken. */
export function LiveTalk({ state }: { state: LiveState }) {
  return (
    <>
      <Talk label="Transcript">
        {state.turns.map(({ role, start, text, interrupted, response, tool }) =>
          role === 'tool' ? (
            <ToolNote key={`${start}-tool`} name={tool?.name ?? 'tool'} values={tool?.arguments ?? {}} />
          ) : (
            <Words key={`${start}-${role}`} who={role} text={text} interrupted={interrupted} response={response} />
          ),
        )}
        {state.hearing !== '' && <Words who="user" text={`${state.hearing} …`} />}
        <Text size="xs" c="dimmed" role="status">
          {wordsOf(state)}
        </Text>
      </Talk>
      {state.problem !== null && (
        <Alert color="red" p="xs" role="alert">
          {state.problem}
        </Alert>
      )}
    </>
  );
}

function wordsOf({ connection, phase, hasEnded, endReason }: LiveState): string {
  if (hasEnded) return `The call is over${endReason === null ? '' : `: ${endReason.replaceAll('_', ' ')}`}.`;
  if (connection === 'closed') return 'Not connected any more.';
  if (connection === 'connecting') return 'Connecting …';
  switch (phase) {
    case 'queued':
    case 'dialing':
      return 'Dialing …';
    case 'ringing':
      return 'Ringing …';
    case 'ending':
      return 'Saying goodbye …';
    default:
      return 'Connected.';
  }
}
