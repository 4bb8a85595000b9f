import type { CallSummary } from '@parley/contract';
import { Link } from '@tanstack/react-router';
import { type Column, DataTable } from '../../components/DataTable.tsx';
import { TimeText } from '../../components/TimeText.tsx';
import { useAgentName } from './agent-names.ts';
import { CallPerson } from './CallPerson.tsx';
import { CallStatus } from './CallStatus.tsx';
import { resultOf } from './call-words.ts';
import { Duration } from './Duration.tsx';

interface CallsTableProps {
  /** What the table lists, for those who do not see it. */
  label: string;
  calls: readonly CallSummary[];
  /** Left out on an agent's own page. */
  withAgent?: boolean;
}

/** Some calls on a page of something else; each row leads to its call. */
export function CallsTable({ label, calls, withAgent = true }: CallsTableProps) {
  const nameOf = useAgentName();
  const agent: Column<CallSummary> = { key: 'agent', header: 'Agent', cell: (call) => nameOf(call.agent_id) };
  const columns: Column<CallSummary>[] = [
    {
      key: 'person',
      header: 'Person',
      cell: (call) => (
        <Link to="/calls/$callId" params={{ callId: call.call_id }}>
          <CallPerson call={call} />
        </Link>
      ),
    },
    ...(withAgent ? [agent] : []),
    { key: 'status', header: 'Status', cell: (call) => <CallStatus call={call} /> },
    { key: 'result', header: 'Result', cell: resultOf },
    { key: 'duration', header: 'Duration', align: 'end', cell: (call) => <Duration call={call} /> },
    { key: 'when', header: 'When', align: 'end', cell: (call) => <TimeText at={call.created_at} style="ago" /> },
  ];
  return <DataTable label={label} columns={columns} rows={calls} rowKey={(call) => call.call_id} linked />;
}
