import { Anchor, Button, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { Webhook } from '@parley/contract';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type Column, DataTable } from '../../components/DataTable.tsx';
import { EmptyState } from '../../components/EmptyState.tsx';
import { ErrorState } from '../../components/ErrorState.tsx';
import { Icon } from '../../components/Icon.tsx';
import { LoadingRows } from '../../components/Loading.tsx';
import { NoPermission } from '../../components/NoPermission.tsx';
import { PageHeader } from '../../components/PageHeader.tsx';
import { StatusBadge } from '../../components/StatusBadge.tsx';
import { TimeText } from '../../components/TimeText.tsx';
import { useCan } from '../session/use-session.ts';
import { CreateWebhookModal } from './CreateWebhookModal.tsx';
import { webhooksQuery } from './webhook-queries.ts';
import { sourceWords } from './webhook-words.ts';

export function WebhooksPage() {
  if (!useCan('webhooks:write')) return <NoPermission permission="webhooks:write" />;
  return <Webhooks />;
}

function Webhooks() {
  const webhooks = useQuery(webhooksQuery);
  const [isCreating, creating] = useDisclosure(false);
  const create = (
    <Button leftSection={<Icon name="plus" />} onClick={creating.open}>
      New webhook
    </Button>
  );
  return (
    <>
      <PageHeader
        title="Webhooks"
        description="Parley sends events to your address, signed according to Standard Webhooks, and retries for three days."
        actions={
          <>
            {create}
            <Button variant="default" component={Link} to="/settings/webhooks/inbox">
              Inbox to try them
            </Button>
          </>
        }
      />
      {webhooks.error && !webhooks.data && <ErrorState error={webhooks.error} retry={() => void webhooks.refetch()} />}
      {webhooks.isPending && <LoadingRows rows={3} />}
      {webhooks.data?.data.length === 0 && (
        <EmptyState icon="external" title="No webhooks yet" action={create}>
          A webhook tells your own program when a call ends, with its transcript and outcome. Without a server of your
          own, the inbox shows what would be sent.
        </EmptyState>
      )}
      {webhooks.data && webhooks.data.data.length > 0 && (
        <DataTable
          label="Webhooks"
          rows={webhooks.data.data}
          rowKey={({ webhook_id }) => webhook_id}
          columns={columns}
          linked
        />
      )}
      {isCreating && <CreateWebhookModal onClose={creating.close} />}
    </>
  );
}

const columns: Column<Webhook>[] = [
  {
    key: 'url',
    header: 'Address',
    cell: ({ webhook_id, url, source }) => (
      <div style={{ minWidth: 0 }}>
        <Anchor
          component={Link}
          to={`/settings/webhooks/${webhook_id}`}
          fw={500}
          c="var(--mantine-color-text)"
          style={{ overflowWrap: 'anywhere' }}
        >
          {url}
        </Anchor>
        {sourceWords[source] !== null && (
          <Text size="xs" c="dimmed">
            {sourceWords[source]}
          </Text>
        )}
      </div>
    ),
  },
  {
    key: 'state',
    header: 'Status',
    cell: ({ enabled }) => (
      <StatusBadge tone={enabled ? 'good' : 'neutral'}>{enabled ? 'Enabled' : 'Disabled'}</StatusBadge>
    ),
  },
  {
    key: 'events',
    header: 'Events',
    cell: ({ events }) => (
      <Text size="sm" maw={340} truncate title={events.join(', ')}>
        {events.join(', ')}
      </Text>
    ),
  },
  { key: 'created', header: 'Created', cell: ({ created_at }) => <TimeText at={created_at} style="day" /> },
];
