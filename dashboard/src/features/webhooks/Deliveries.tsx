import { Group, SegmentedControl, Text, UnstyledButton } from '@mantine/core';
import type { WebhookDelivery } from '@parley/contract';
import { useQuery } from '@tanstack/react-query';
import { type Column, DataTable } from '../../components/DataTable.tsx';
import { EmptyState } from '../../components/EmptyState.tsx';
import { ErrorState } from '../../components/ErrorState.tsx';
import { LoadingRows } from '../../components/Loading.tsx';
import { Pages } from '../../components/Pages.tsx';
import { StatusBadge } from '../../components/StatusBadge.tsx';
import { TimeText } from '../../components/TimeText.tsx';
import { formatMs } from '../../format/number.ts';
import { DeliveryDrawer } from './DeliveryDrawer.tsx';
import { DELIVERIES_ON_PAGE, deliveriesQuery, type WebhookSearch } from './webhook-queries.ts';
import { deliveryTones, deliveryWords } from './webhook-words.ts';

interface DeliveriesProps {
  webhookId: string;
  search: WebhookSearch;
  onSearch: (search: WebhookSearch) => void;
}

/** The log of a webhook; a delivery opens beside it. */
export function Deliveries({ webhookId, search, onSearch }: DeliveriesProps) {
  const deliveries = useQuery(deliveriesQuery(webhookId, search));
  return (
    <>
      <Group mb="sm">
        <SegmentedControl
          aria-label="Which deliveries"
          size="xs"
          value={search.status ?? 'all'}
          onChange={(value) => onSearch(value === 'all' ? {} : { status: value as WebhookDelivery['status'] })}
          data={[
            { value: 'all', label: 'All' },
            ...Object.entries(deliveryWords).map(([value, label]) => ({ value, label })),
          ]}
        />
      </Group>
      {deliveries.error && !deliveries.data && (
        <ErrorState error={deliveries.error} retry={() => void deliveries.refetch()} />
      )}
      {deliveries.isPending && <LoadingRows rows={5} />}
      {deliveries.data?.data.length === 0 && (
        <EmptyState icon="external" title={search.status ? 'No deliveries have this status' : 'Nothing was sent yet'}>
          {search.status ? undefined : 'Send a test, or place a call: each event is listed here with every attempt.'}
        </EmptyState>
      )}
      {deliveries.data && deliveries.data.data.length > 0 && (
        <>
          <DataTable
            label="Deliveries"
            rows={deliveries.data.data}
            rowKey={({ delivery_id }) => delivery_id}
            columns={columnsOf((delivery) => onSearch({ ...search, delivery }))}
          />
          <Pages
            page={search.page ?? 1}
            perPage={DELIVERIES_ON_PAGE}
            list={deliveries.data}
            onPage={(page) => onSearch({ ...search, page })}
          />
        </>
      )}
      {search.delivery !== undefined && (
        <DeliveryDrawer
          webhookId={webhookId}
          deliveryId={search.delivery}
          onClose={() => onSearch({ ...search, delivery: undefined })}
          onReplayed={(delivery) => onSearch({ delivery })}
        />
      )}
    </>
  );
}

function columnsOf(open: (deliveryId: string) => void): Column<WebhookDelivery>[] {
  return [
    {
      key: 'event',
      header: 'Event',
      cell: ({ delivery_id, event_type }) => (
        <UnstyledButton fz="sm" fw={500} c="teal" onClick={() => open(delivery_id)}>
          {event_type}
        </UnstyledButton>
      ),
    },
    {
      key: 'status',
      header: 'Status',
      cell: ({ status }) => <StatusBadge tone={deliveryTones[status]}>{deliveryWords[status]}</StatusBadge>,
    },
    {
      key: 'response',
      header: 'Last response',
      cell: ({ last_response_status: status, last_error: error }) =>
        status === null && error === null ? null : (
          <Text size="sm" maw={300} truncate title={error ?? undefined}>
            {status ?? error}
          </Text>
        ),
    },
    { key: 'attempts', header: 'Attempts', align: 'end', cell: ({ attempts }) => attempts },
    {
      key: 'duration',
      header: 'Took',
      align: 'end',
      cell: ({ last_duration_ms: durationMs }) => (durationMs === null ? null : formatMs(durationMs)),
    },
    { key: 'created', header: 'Created', cell: ({ created_at }) => <TimeText at={created_at} /> },
    {
      key: 'next',
      header: 'Next attempt',
      cell: ({ next_attempt_at: at }) => (at === null ? null : <TimeText at={at} style="ago" />),
    },
  ];
}
