import { Alert, Code, Group, Stack, Text } from '@mantine/core';
import type { TestedTool } from '@parley/contract';
import { Icon } from '../../../../components/Icon.tsx';
import { StatusBadge } from '../../../../components/StatusBadge.tsx';
import { formatMs } from '../../../../format/number.ts';
import { resultText } from '../../../live/tool-words.ts';
import { failureParts, trialAdvice } from './trial-words.ts';

/** The result of one use of a tool, as the agent would get it. */
export function TrialResult({ tested }: { tested: TestedTool }) {
  const { ok, status, duration_ms: durationMs, result, error, variables } = tested;
  const failure = error === null ? null : failureParts(error);
  const response = result ?? failure?.response ?? null;
  const advice = trialAdvice(tested);
  const kept = Object.entries(variables);
  return (
    <Stack gap="xs" role="status" aria-label="Result of the try">
      <Group gap="xs">
        <StatusBadge tone={ok ? 'good' : 'bad'}>{ok ? 'It works' : 'It failed'}</StatusBadge>
        <Text size="sm" c="dimmed">
          {status !== null && `HTTP ${status}, `}
          {formatMs(durationMs)}
        </Text>
      </Group>
      {failure && (
        <Alert color="red" icon={<Icon name="warning" />}>
          {!(advice !== null && failure.isStatusOnly) && <Text size="sm">{failure.words}</Text>}
          {advice !== null && <Text size="sm">{advice}</Text>}
        </Alert>
      )}
      {response !== null && (
        <div>
          <Text size="sm" fw={500} mb={4} id="trial-result">
            {ok ? 'What the agent receives' : 'What it said'}
          </Text>
          <Code
            block
            tabIndex={0}
            mah="16rem"
            aria-labelledby="trial-result"
            style={{ overflow: 'auto', whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}
          >
            {response === '' ? '(nothing)' : resultText(response)}
          </Code>
        </div>
      )}
      {kept.length > 0 && (
        <Text size="sm">Kept for the call: {kept.map(([name, value]) => `${name} = ${String(value)}`).join(', ')}</Text>
      )}
    </Stack>
  );
}
