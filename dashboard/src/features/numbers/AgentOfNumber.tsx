import { Select, Text } from '@mantine/core';
import type { Agent, OwnedNumber } from '@parley/contract';
import { formatPhone } from '../../format/phone.ts';
import { useCan } from '../session/use-session.ts';
import { useChangeNumber } from './use-change-number.ts';

/** Who answers a number; chosen here, and kept at once. */
export function AgentOfNumber({ number, agents }: { number: OwnedNumber; agents: readonly Agent[] }) {
  const mayChange = useCan('numbers:write');
  const change = useChangeNumber();
  const agent = agents.find(({ agent_id: id }) => id === number.agent_id);
  if (!mayChange) return <Text size="sm">{agent?.name ?? 'No agent'}</Text>;
  const chosen = change.isPending ? (change.variables.change.agent_id ?? null) : number.agent_id;
  const assign = (agentId: string | null) => {
    const name = agents.find(({ agent_id: id }) => id === agentId)?.name;
    const phone = formatPhone(number.phone_number);
    const done =
      name === undefined ? `No agent answers ${phone} now.` : `${name} answers ${phone} from the next call on.`;
    change.mutate({ numberId: number.number_id, change: { agent_id: agentId }, done });
  };
  return (
    <Select
      aria-label={`Agent that answers ${formatPhone(number.phone_number)}`}
      placeholder="No agent"
      data={agents.map(({ agent_id, name, status }) => ({
        ...{ value: agent_id, label: status === 'active' ? name : `${name} (inactive)` },
      }))}
      value={chosen}
      onChange={assign}
      clearable
      clearButtonProps={{ 'aria-label': 'Clear the agent' }}
      searchable={agents.length > 8}
      size="xs"
      disabled={change.isPending}
      comboboxProps={{ width: 'max-content', position: 'bottom-start' }}
    />
  );
}
