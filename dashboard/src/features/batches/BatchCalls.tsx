import { Anchor, Text } from '@mantine/core';
import type { CallSummary } from '@parley/contract';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type Column, DataTable } from '../../components/DataTable.tsx';
import { ErrorState } from '../../components/ErrorState.tsx';
import { LoadingRows } from '../../components/Loading.tsx';
import { Pages } from '../../components/Pages.tsx';
import { PhoneText } from '../../components/PhoneText.tsx';
import { TimeText } from '../../components/TimeText.tsx';
import { CallStatus } from '../calls/CallStatus.tsx';
import { endWords, outcomeWords } from '../calls/call-words.ts';
import { Duration } from '../calls/Duration.tsx';
import { batchCallsQuery, CALLS_ON_PAGE } from './batch-queries.ts';

interface BatchCallsProps {
  batchId: string;
  isLive: boolean;
  page: number;
  onPage: (page: number | undefined) => void;
}

export function BatchCalls({ batchId, isLive, page, onPage }: BatchCallsProps) {
  const calls = useQuery(batchCallsQuery(batchId, page, isLive));
  if (calls.error && !calls.data) return <ErrorState error={calls.error} retry={() => void calls.refetch()} />;
  if (!calls.data) return <LoadingRows />;
  return (
    <>
      <DataTable label="Calls of this batch" rows={calls.data.data} rowKey={keyOf} columns={columns} linked />
      <Pages page={page} perPage={CALLS_ON_PAGE} list={calls.data} onPage={onPage} />
    </>
  );
}

const keyOf = ({ call_id }: CallSummary) => call_id;

const columns: Column<CallSummary>[] = [
  {
    key: 'phone',
    header: 'Number',
    cell: ({ call_id, recipient_phone }) => (
      <Anchor component={Link} to={`/calls/${call_id}`} fw={500} c="var(--mantine-color-text)">
        <PhoneText number={recipient_phone} />
      </Anchor>
    ),
  },
  {
    key: 'status',
    header: 'Status',
    cell: (call) => <CallStatus call={call} />,
  },
  {
    key: 'ending',
    header: 'How it ended',
    cell: endWords,
  },
  { key: 'outcome', header: 'Outcome', cell: ({ outcome }) => (outcome === null ? null : outcomeWords(outcome)) },
  {
    key: 'variables',
    header: 'Variables',
    cell: ({ variables }) => {
      const text = Object.values(variables).join(', ');
      return text === '' ? null : (
        <Text size="sm" c="dimmed" truncate maw={220} title={text}>
          {text}
        </Text>
      );
    },
  },
  {
    key: 'duration',
    header: 'Duration',
    align: 'end',
    cell: (call) => (call.answered_at === null ? null : <Duration call={call} />),
  },
  { key: 'ended', header: 'Ended', cell: ({ ended_at }) => (ended_at === null ? null : <TimeText at={ended_at} />) },
];
