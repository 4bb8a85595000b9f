import { Accordion, Anchor, Button, Code, Group, Stack, Table, Text, Title } from '@mantine/core';
import type { InboxMessage, Webhook } from '@parley/contract';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Copyable } from '../../components/Copyable.tsx';
import { EmptyState } from '../../components/EmptyState.tsx';
import { ErrorState } from '../../components/ErrorState.tsx';
import { Icon } from '../../components/Icon.tsx';
import { LoadingRows } from '../../components/Loading.tsx';
import { NoPermission } from '../../components/NoPermission.tsx';
import { PageHeader } from '../../components/PageHeader.tsx';
import { StatusBadge } from '../../components/StatusBadge.tsx';
import { TimeText } from '../../components/TimeText.tsx';
import { useCan } from '../session/use-session.ts';
import { useOpenInbox, useTestWebhook } from './use-webhook-actions.ts';
import { inboxQuery } from './webhook-queries.ts';

export function InboxPage() {
  if (!useCan('webhooks:write')) return <NoPermission permission="webhooks:write" />;
  return <Inbox />;
}

/** A receiver for those who have none: what a program of theirs would get. */
function Inbox() {
  const inbox = useQuery(inboxQuery);
  const open = useOpenInbox();
  return (
    <>
      <PageHeader
        title="Webhook inbox"
        description={
          <>
            <Anchor component={Link} to="/settings/webhooks" inherit underline="always">
              Webhooks
            </Anchor>{' '}
            · A receiver that is built in, to see what Parley sends without a server of your own. It keeps the last 100.
          </>
        }
        actions={inbox.data?.webhook && <TestButton webhook={inbox.data.webhook} />}
      />
      {inbox.error && !inbox.data && <ErrorState error={inbox.error} retry={() => void inbox.refetch()} />}
      {inbox.isPending && <LoadingRows rows={4} />}
      {inbox.data?.webhook === null && (
        <EmptyState
          icon="external"
          title="The inbox is closed"
          action={
            <Button loading={open.isPending} onClick={() => open.mutate()}>
              Open the inbox
            </Button>
          }
        >
          Opening it creates a webhook that receives all events from now on.
        </EmptyState>
      )}
      {inbox.data?.webhook && (
        <Stack gap="lg">
          <div>
            <Text size="sm" c="dimmed" mb={4}>
              Its address. It only accepts events signed with its secret.
            </Text>
            <Copyable value={inbox.data.webhook.url} label="Copy the address of the inbox" block />
          </div>
          <Messages messages={inbox.data.data} />
        </Stack>
      )}
    </>
  );
}

function TestButton({ webhook }: { webhook: Webhook }) {
  const test = useTestWebhook();
  return (
    <>
      <Button
        leftSection={<Icon name="play" />}
        disabled={!webhook.enabled}
        loading={test.isPending}
        onClick={() => test.mutate(webhook.webhook_id)}
      >
        Send a test
      </Button>
      <Button variant="default" component={Link} to={`/settings/webhooks/${webhook.webhook_id}`}>
        Its webhook
      </Button>
    </>
  );
}

function Messages({ messages }: { messages: readonly InboxMessage[] }) {
  if (messages.length === 0) {
    return (
      <EmptyState icon="external" title="Nothing has come yet">
        Send a test, or place a call: the event appears here within moments.
      </EmptyState>
    );
  }
  return (
    <Accordion variant="separated" order={2} keepMounted={false}>
      {messages.map((message) => (
        <Accordion.Item key={message.message_id} value={message.message_id}>
          <Accordion.Control>
            <Group gap="sm">
              <Text fw={500} size="sm">
                {message.event_type}
              </Text>
              <StatusBadge tone={message.signature_valid ? 'good' : 'bad'}>
                {message.signature_valid ? 'Signature valid' : 'Signature wrong'}
              </StatusBadge>
              <Text size="sm" c="dimmed">
                <TimeText at={message.received_at} style="clock" />
              </Text>
            </Group>
          </Accordion.Control>
          <Accordion.Panel>
            <Message message={message} />
          </Accordion.Panel>
        </Accordion.Item>
      ))}
    </Accordion>
  );
}

function Message({ message }: { message: InboxMessage }) {
  return (
    <Stack gap="sm">
      <Title order={3} size="h6">
        Headers
      </Title>
      <Table fz="xs" layout="fixed" aria-label="Headers">
        <Table.Tbody>
          {Object.entries(message.headers).map(([name, value]) => (
            <Table.Tr key={name}>
              <Table.Th w={150} style={{ verticalAlign: 'top', overflowWrap: 'anywhere' }}>
                {name}
              </Table.Th>
              <Table.Td style={{ overflowWrap: 'anywhere' }}>{value}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      <Title order={3} size="h6">
        Payload
      </Title>
      <Code block tabIndex={0} mah="50vh" style={{ overflow: 'auto' }} aria-label="Payload">
        {indented(message.payload)}
      </Code>
    </Stack>
  );
}

function indented(json: string): string {
  try {
    return JSON.stringify(JSON.parse(json), null, 2);
  } catch {
    return json;
  }
}
