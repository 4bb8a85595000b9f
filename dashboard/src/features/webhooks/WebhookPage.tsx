import { Alert, Anchor, Button, Card, Menu, Stack, Title } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { Webhook } from '@parley/contract';
import { useSuspenseQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { confirm } from '../../components/confirm.ts';
import { Icon } from '../../components/Icon.tsx';
import { notifyFailed } from '../../components/notify.tsx';
import { PageHeader } from '../../components/PageHeader.tsx';
import { StatusBadge } from '../../components/StatusBadge.tsx';
import { ChangeWebhookForm } from './ChangeWebhookForm.tsx';
import { Deliveries } from './Deliveries.tsx';
import { RotateSecretModal } from './RotateSecretModal.tsx';
import { useChangeWebhook, useDeleteWebhook, useTestWebhook } from './use-webhook-actions.ts';
import { type WebhookSearch, webhookQuery } from './webhook-queries.ts';

interface WebhookPageProps {
  webhookId: string;
  search: WebhookSearch;
  onSearch: (search: WebhookSearch) => void;
}

export function WebhookPage({ webhookId, search, onSearch }: WebhookPageProps) {
  const { data: webhook } = useSuspenseQuery(webhookQuery(webhookId));
  return (
    <>
      <PageHeader
        title={webhook.source === 'inbox' ? 'Webhook to the inbox' : webhook.url}
        description={
          <>
            <Anchor component={Link} to="/settings/webhooks" inherit underline="always">
              Webhooks
            </Anchor>{' '}
            <StatusBadge tone={webhook.enabled ? 'good' : 'neutral'}>
              {webhook.enabled ? 'Enabled' : 'Disabled'}
            </StatusBadge>
          </>
        }
        actions={<WebhookActions webhook={webhook} />}
      />
      <Stack gap="xl">
        {webhook.disabled_reason !== null && (
          <Alert color="yellow" icon={<Icon name="warning" />}>
            Disabled: {webhook.disabled_reason}. Nothing is sent until it is enabled.
          </Alert>
        )}
        {webhook.source === 'configuration' ? (
          <Alert icon={<Icon name="info" />}>
            This webhook is set by PARLEY_WEBHOOK_URL in the configuration of Parley and can only be changed there.
          </Alert>
        ) : (
          <Card>
            <ChangeWebhookForm key={webhook.updated_at} webhook={webhook} />
          </Card>
        )}
        <section aria-labelledby="deliveries">
          <Title order={2} size="h4" mb="sm" id="deliveries">
            Deliveries
          </Title>
          <Deliveries webhookId={webhookId} search={search} onSearch={onSearch} />
        </section>
      </Stack>
    </>
  );
}

function WebhookActions({ webhook }: { webhook: Webhook }) {
  const navigate = useNavigate();
  const [isRotating, rotating] = useDisclosure(false);
  const test = useTestWebhook();
  const change = useChangeWebhook(webhook.webhook_id);
  const remove = useDeleteWebhook();
  const isOurs = webhook.source !== 'configuration';
  const askToDelete = () =>
    confirm({
      title: 'Delete this webhook?',
      consequence: `Nothing more is sent to ${webhook.url}, not even what waits for another attempt. Its log of deliveries goes with it.`,
      action: 'Delete webhook',
      onConfirm: () =>
        remove.mutate(webhook.webhook_id, { onSuccess: () => void navigate({ to: '/settings/webhooks' }) }),
    });
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
      {isOurs && (
        <Menu position="bottom-end">
          <Menu.Target>
            <Button variant="default" leftSection={<Icon name="more" />}>
              More
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item
              leftSection={<Icon name={webhook.enabled ? 'pause' : 'play'} size={16} />}
              onClick={() => change.mutate({ enabled: !webhook.enabled }, { onError: notifyFailed })}
            >
              {webhook.enabled ? 'Disable' : 'Enable'}
            </Menu.Item>
            <Menu.Item leftSection={<Icon name="key" size={16} />} onClick={rotating.open}>
              Rotate the secret
            </Menu.Item>
            <Menu.Item color="red" leftSection={<Icon name="trash" size={16} />} onClick={askToDelete}>
              Delete
            </Menu.Item>
          </Menu.Dropdown>
        </Menu>
      )}
      {isRotating && <RotateSecretModal webhookId={webhook.webhook_id} onClose={rotating.close} />}
    </>
  );
}
