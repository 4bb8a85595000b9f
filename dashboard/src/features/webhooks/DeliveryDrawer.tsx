import { Button, Code, Drawer, Group, Stack, Text, Title } from '@mantine/core';
import type { DeliveryAttempt, WebhookDeliveryDetail } from '@parley/contract';
import { useQuery } from '@tanstack/react-query';
import { ErrorState } from '../../components/ErrorState.tsx';
import { Icon } from '../../components/Icon.tsx';
import { LoadingRows } from '../../components/Loading.tsx';
import { StatusBadge } from '../../components/StatusBadge.tsx';
import { TimeText } from '../../components/TimeText.tsx';
import { formatMs } from '../../format/number.ts';
import { useRedeliver } from './use-webhook-actions.ts';
import { deliveryQuery } from './webhook-queries.ts';
import { deliveryTones, deliveryWords } from './webhook-words.ts';

interface DeliveryDrawerProps {
  webhookId: string;
  deliveryId: string;
  onClose: () => void;
  /** The new delivery. */
  onReplayed: (deliveryId: string) => void;
}

/** What was sent, how each attempt went, and a button to send it again. */
export function DeliveryDrawer({ webhookId, deliveryId, onClose, onReplayed }: DeliveryDrawerProps) {
  const delivery = useQuery(deliveryQuery(webhookId, deliveryId));
  const redeliver = useRedeliver(webhookId);
  return (
    <Drawer opened onClose={onClose} position="right" size="lg" title={delivery.data?.event_type ?? 'Delivery'}>
      {delivery.error && <ErrorState error={delivery.error} retry={() => void delivery.refetch()} />}
      {delivery.isPending && <LoadingRows rows={5} />}
      {delivery.data && (
        <Stack gap="lg">
          <Group justify="space-between">
            <StatusBadge tone={deliveryTones[delivery.data.status]}>{deliveryWords[delivery.data.status]}</StatusBadge>
            <Button
              variant="default"
              size="xs"
              leftSection={<Icon name="refresh" size={16} />}
              loading={redeliver.isPending}
              onClick={() => redeliver.mutate(deliveryId, { onSuccess: ({ delivery_id }) => onReplayed(delivery_id) })}
            >
              Send again
            </Button>
          </Group>
          <Attempts delivery={delivery.data} />
          <section aria-labelledby="payload">
            <Title order={3} size="h5" mb="xs" id="payload">
              Payload
            </Title>
            <Code block tabIndex={0} mah="50vh" style={{ overflow: 'auto' }} aria-labelledby="payload">
              {JSON.stringify(delivery.data.payload, null, 2)}
            </Code>
          </section>
        </Stack>
      )}
    </Drawer>
  );
}

function Attempts({ delivery }: { delivery: WebhookDeliveryDetail }) {
  return (
    <section aria-labelledby="attempts">
      <Title order={3} size="h5" mb="xs" id="attempts">
        Attempts
      </Title>
      {delivery.attempt_log.length === 0 && (
        <Text size="sm" c="dimmed">
          None yet.
        </Text>
      )}
      <Stack gap="sm" component="ol" style={{ listStyle: 'none', padding: 0, margin: 0 }}>
        {delivery.attempt_log.map((attempt, index) => (
          <Attempt key={index} attempt={attempt} />
        ))}
      </Stack>
      {delivery.next_attempt_at !== null && (
        <Text size="sm" c="dimmed" mt="xs">
          Next attempt: <TimeText at={delivery.next_attempt_at} />
        </Text>
      )}
    </section>
  );
}

function Attempt({ attempt }: { attempt: DeliveryAttempt }) {
  const { response_status: status, response_body: body, error, duration_ms: durationMs } = attempt;
  const isGood = status !== null && status >= 200 && status < 300;
  return (
    <li>
      <Group gap="xs">
        <StatusBadge tone={isGood ? 'good' : 'bad'}>{status === null ? 'No response' : `HTTP ${status}`}</StatusBadge>
        <Text size="sm">
          <TimeText at={attempt.attempted_at} />
          {durationMs !== null && ` · ${formatMs(durationMs)}`}
        </Text>
      </Group>
      {(error ?? body) !== null && (
        <Code block mt={4} style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
          {error ?? body}
        </Code>
      )}
    </li>
  );
}
