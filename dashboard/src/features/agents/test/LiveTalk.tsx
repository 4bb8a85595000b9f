import { Alert, Text } from '@mantine/core';
import type { LiveState } from '../../live/live-state.ts';
import { RunningTool } from '../../live/RunningTool.tsx';
import { toolWords } from '../../live/tool-words.ts';
import { UsedTool } from '../../live/UsedTool.tsx';
import { Talk, Words } from './Talk.tsx';

/** A call while it is spoken. */
export function LiveTalk({ state }: { state: LiveState }) {
  return (
    <>
      <Talk label="Transcript">
        {state.turns.map(({ role, start, end, text, interrupted, response, sources, tool }) =>
          role === 'tool' ? (
            <UsedTool
              key={`${start}-tool`}
              words={toolWords(tool ?? { name: 'tool' })}
              given={tool?.arguments ?? {}}
              result={tool?.result ?? ''}
              hasFailed={tool?.error === true}
              tookMs={Math.round(1000 * (end - start))}
            />
          ) : (
            <Words
              key={`${start}-${role}`}
              who={role}
              text={text}
              interrupted={interrupted}
              response={response}
              sources={sources ?? []}
            />
          ),
        )}
        {state.running.map(({ tool, start }) => (
          <RunningTool key={`${start}-${tool.name}`} tool={tool} />
        ))}
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
