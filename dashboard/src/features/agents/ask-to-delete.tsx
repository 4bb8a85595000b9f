import { List, Text } from '@mantine/core';
import { modals } from '@mantine/modals';
import type { Agent, AgentImpact } from '@parley/contract';
import { confirm } from '../../components/confirm.tsx';
import { formatPhone } from '../../format/phone.ts';

/** Asks whether the agent shall go, or says what still uses it. */
export function askToDelete(agent: Agent, impact: AgentImpact, onConfirm: () => void): void {
  const uses = usesOf(impact);
  if (uses.length > 0) {
    modals.open({
      title: `${agent.name} is in use`,
      children: (
        <>
          <Text size="sm">It can be deleted when nothing uses it any more:</Text>
          <List size="sm" mt="xs">
            {uses.map((use) => (
              <List.Item key={use}>{use}</List.Item>
            ))}
          </List>
          <Text size="sm" mt="sm">
            To stop its calls at once, switch it off instead.
          </Text>
        </>
      ),
    });
    return;
  }
  confirm({
    title: `Delete the agent ${agent.name}?`,
    consequence: 'Its prompt, its settings and its versions are gone. Its finished calls stay, with their transcripts.',
    action: 'Delete agent',
    onConfirm,
  });
}

function usesOf({ numbers, batches, live_calls: calls }: AgentImpact): string[] {
  return [
    ...numbers.map((phone) => `The number ${formatPhone(phone)} rings it. Assign another agent to the number.`),
    ...batches.map(({ batch_id, waiting }) =>
      waiting > 0
        ? `The batch ${batch_id} has ${waiting} calls to make. Cancel it, or wait for its end.`
        : `The batch ${batch_id} is not over. Wait for its end.`,
    ),
    ...(calls > 0 ? [`${calls} of its calls ${calls === 1 ? 'is' : 'are'} under way. Wait for the end.`] : []),
  ];
}
