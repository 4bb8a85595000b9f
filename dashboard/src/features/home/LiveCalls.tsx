import { Text } from '@mantine/core';
import type { CallSummary, Home } from '@parley/contract';
import { type Column, DataTable } from '../../components/DataTable.tsx';
import { TextLink } from '../../components/links.ts';
import { useAgentName } from '../calls/agent-names.ts';
import { CallPerson } from '../calls/CallPerson.tsx';
import { CallStatus } from '../calls/CallStatus.tsx';
import { Duration } from '../calls/Duration.tsx';

/** Calls that are not over. */
export default function LiveCalls({ live }: { live: Home['live'] }) {
  const agentName = useAgentName();
  const columns: Column<CallSummary>[] = [
    {
      key: 'person',
      header: 'Person',
      cell: (call) => (
        <TextLink to="/calls/$callId" params={{ callId: call.call_id }} c="inherit">
          <CallPerson call={call} />
        </TextLink>
      ),
    },
    { key: 'agent', header: 'Agent', cell: (call) => agentName(call.agent_id) },
    { key: 'status', header: 'Status', cell: (call) => <CallStatus call={call} /> },
    { key: 'duration', header: 'Talk', align: 'end', cell: (call) => <Duration call={call} /> },
  ];
  return (
    <>
      <DataTable label="Live calls" columns={columns} rows={live.data} rowKey={(call) => call.call_id} linked />
      {live.total > live.data.length && (
        <Text size="sm" c="dimmed" mt="xs">
          The newest {live.data.length} of {live.total}.{' '}
          <TextLink to="/calls" inherit>
            All calls
          </TextLink>
        </Text>
      )}
    </>
  );
}
