import { Anchor, Button, Group, SegmentedControl, Text } from '@mantine/core';
import type { Batch } from '@parley/contract';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { type Column, DataTable } from '../../components/DataTable.tsx';
import { EmptyState } from '../../components/EmptyState.tsx';
import { ErrorState } from '../../components/ErrorState.tsx';
import { Icon } from '../../components/Icon.tsx';
import { LoadingRows } from '../../components/Loading.tsx';
import { PageHeader } from '../../components/PageHeader.tsx';
import { Pages } from '../../components/Pages.tsx';
import { StatusBadge } from '../../components/StatusBadge.tsx';
import { TimeText } from '../../components/TimeText.tsx';
import { formatNumber } from '../../format/number.ts';
import { useAgentName } from '../calls/agent-names.ts';
import { useCan } from '../session/use-session.ts';
import { BatchProgress } from './BatchProgress.tsx';
import { BATCHES_ON_PAGE, type BatchFilters, batchesQuery } from './batch-queries.ts';
import { stateOf, statusWords, titleOf } from './batch-words.ts';

export function BatchesPage({ filters }: { filters: BatchFilters }) {
  const navigate = useNavigate({ from: '/batches/' });
  const batches = useQuery(batchesQuery(filters));
  const agentName = useAgentName();
  const show = (search: BatchFilters) => void navigate({ search, replace: true });
  return (
    <>
      <PageHeader
        title="Batches"
        description="One agent calls many people, as fast as your plan allows."
        actions={<NewBatchButton />}
      />
      <Group mb="md">
        <SegmentedControl
          aria-label="Which batches"
          size="xs"
          value={filters.status ?? 'all'}
          onChange={(value) => show(value === 'all' ? {} : { status: value as Batch['status'] })}
          data={[
            { value: 'all', label: 'All' },
            ...Object.entries(statusWords).map(([value, label]) => ({ value, label })),
          ]}
        />
      </Group>
      {batches.error && !batches.data && <ErrorState error={batches.error} retry={() => void batches.refetch()} />}
      {batches.isPending && <LoadingRows />}
      {batches.data?.data.length === 0 && <NoBatches isFiltered={filters.status !== undefined} />}
      {batches.data && batches.data.data.length > 0 && (
        <>
          <DataTable
            label="Batches"
            rows={batches.data.data}
            rowKey={({ batch_id }) => batch_id}
            columns={columnsOf(agentName)}
            linked
          />
          <Pages
            page={filters.page ?? 1}
            perPage={BATCHES_ON_PAGE}
            list={batches.data}
            onPage={(page) => show({ ...filters, page })}
          />
        </>
      )}
    </>
  );
}

function columnsOf(agentName: (agentId: string) => string): Column<Batch>[] {
  return [
    {
      key: 'name',
      header: 'Batch',
      cell: (batch) => (
        <Anchor component={Link} to={`/batches/${batch.batch_id}`} fw={500} c="var(--mantine-color-text)">
          {titleOf(batch)}
        </Anchor>
      ),
    },
    {
      key: 'status',
      header: 'Status',
      cell: (batch) => <StatusBadge tone={stateOf(batch).tone}>{stateOf(batch).word}</StatusBadge>,
    },
    { key: 'agent', header: 'Agent', cell: ({ agent_id }) => agentName(agent_id) },
    {
      key: 'progress',
      header: 'Progress',
      width: '24%',
      cell: (batch) => (
        <Group gap="sm" wrap="nowrap" w="100%">
          <div style={{ flex: 1, minWidth: 80 }}>
            <BatchProgress batch={batch} />
          </div>
          <Text size="xs" c="dimmed" miw={78} ta="right">
            {formatNumber(batch.completed + batch.failed)} of {formatNumber(batch.total)}
          </Text>
        </Group>
      ),
    },
    { key: 'time', header: 'Calls begin', cell: ({ schedule_at }) => <TimeText at={schedule_at} /> },
  ];
}

function NewBatchButton() {
  if (!useCan('calls:write')) return null;
  return (
    <Button component={Link} to="/batches/new" leftSection={<Icon name="plus" />}>
      New batch
    </Button>
  );
}

function NoBatches({ isFiltered }: { isFiltered: boolean }) {
  if (isFiltered) {
    return (
      <EmptyState
        icon="filter"
        title="No batches have this status"
        action={
          <Button variant="default" component={Link} to="/batches">
            Show all batches
          </Button>
        }
      />
    );
  }
  return (
    <EmptyState icon="batches" title="No batches yet" action={<NewBatchButton />}>
      A batch is a list of people that an agent calls, with individual values for each of them. Upload a table from a
      spreadsheet: Parley lists every row that cannot be called before it places any call.
    </EmptyState>
  );
}
