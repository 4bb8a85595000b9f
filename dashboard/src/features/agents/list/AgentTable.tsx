import { Anchor, Group, Text } from '@mantine/core';
import type { Agent } from '@parley/contract';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type Column, DataTable } from '../../../components/DataTable.tsx';
import { PhoneText } from '../../../components/PhoneText.tsx';
import { StatusBadge } from '../../../components/StatusBadge.tsx';
import { TimeText } from '../../../components/TimeText.tsx';
import { agentActivityQuery } from '../activity-query.ts';
import { AgentMenu } from './AgentMenu.tsx';

export function AgentTable({ agents }: { agents: readonly Agent[] }) {
  // Not waited for: the table is there without it.
  const { data: activity } = useQuery(agentActivityQuery);
  const activityOf = new Map(activity?.data.map((entry) => [entry.agent_id, entry]));
  const columns: Column<Agent>[] = [
    {
      key: 'name',
      header: 'Name',
      cell: ({ agent_id: agentId, name }) => (
        <Group gap={8} wrap="nowrap">
          <Anchor fw={500} renderRoot={(props) => <Link to="/agents/$agentId" params={{ agentId }} {...props} />}>
            {name}
          </Anchor>
          {activityOf.get(agentId)?.has_draft && <StatusBadge tone="warning">Draft</StatusBadge>}
        </Group>
      ),
    },
    {
      key: 'status',
      header: 'Status',
      cell: ({ status }) => (
        <StatusBadge tone={status === 'active' ? 'good' : 'neutral'}>
          {status === 'active' ? 'Active' : 'Off'}
        </StatusBadge>
      ),
    },
    { key: 'number', header: 'Number', cell: ({ phone_number: phone }) => phone && <PhoneText number={phone} /> },
    { key: 'voice', header: 'Voice', cell: ({ voice_id: voice }) => <Text size="sm">{voice}</Text> },
    { key: 'model', header: 'Model', cell: ({ model }) => <Text size="sm">{model}</Text> },
    { key: 'version', header: 'Version', align: 'end', cell: ({ version }) => version },
    {
      key: 'used',
      header: 'Last call',
      cell: ({ agent_id: agentId }) => <TimeText at={activityOf.get(agentId)?.last_call_at ?? null} style="ago" />,
    },
    { key: 'menu', header: 'Actions', hideHeader: true, align: 'end', cell: (agent) => <AgentMenu agent={agent} /> },
  ];
  return <DataTable label="Agents" columns={columns} rows={agents} rowKey={({ agent_id }) => agent_id} linked />;
}
