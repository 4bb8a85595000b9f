import { Button, Card, Group, Stack, Text, Title } from '@mantine/core';
import type { CarrierAccount, OwnedNumber } from '@parley/contract';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { confirm } from '../../components/confirm.ts';
import { useCan } from '../session/use-session.ts';
import { CarrierDialog } from './CarrierDialog.tsx';
import { accountOf, carrierKinds } from './carrier-kinds.ts';
import { carriersQuery } from './carriers-query.ts';
import { useRemoveCarrier } from './use-remove-carrier.ts';

/** Of which kind, and which one; null: a new one. */
interface Opened {
  kind: CarrierAccount['kind'];
  carrier: CarrierAccount | null;
  tests: boolean;
}

const kinds = Object.keys(carrierKinds) as CarrierAccount['kind'][];

/** Accounts with carriers that sell numbers and carry calls without a trunk. */
export function CarriersPart({ numbers }: { numbers: readonly OwnedNumber[] }) {
  const { data: carriers } = useSuspenseQuery(carriersQuery).data;
  const mayChange = useCan('numbers:write');
  const [opened, setOpened] = useState<Opened | null>(null);
  return (
    <Stack gap="sm">
      <Group justify="space-between" align="flex-end" gap="sm">
        <div>
          <Title order={2} size="h4">
            Twilio and Telnyx
          </Title>
          <Text size="sm" c="dimmed">
            Buy numbers from them, and call through them. No trunk is needed.
          </Text>
        </div>
        {mayChange && (
          <Group gap="xs">
            {kinds.map((kind) => (
              <Button key={kind} variant="default" onClick={() => setOpened({ kind, carrier: null, tests: false })}>
                {carriers.some((carrier) => carrier.kind === kind)
                  ? `Connect another ${carrierKinds[kind].name}`
                  : `Connect ${carrierKinds[kind].name}`}
              </Button>
            ))}
          </Group>
        )}
      </Group>
      {carriers.map((carrier) => (
        <Carrier
          key={carrier.carrier_id}
          carrier={carrier}
          hasNumbers={numbers.some(({ carrier_id: id }) => id === carrier.carrier_id)}
          onOpen={mayChange ? (tests) => setOpened({ kind: carrier.kind, carrier, tests }) : null}
        />
      ))}
      {opened && <CarrierDialog {...opened} onClose={() => setOpened(null)} />}
    </Stack>
  );
}

interface CarrierProps {
  carrier: CarrierAccount;
  hasNumbers: boolean;
  /** `tests`: at once. Null: it may not be changed. */
  onOpen: ((tests: boolean) => void) | null;
}

function Carrier({ carrier, hasNumbers, onOpen }: CarrierProps) {
  const remove = useRemoveCarrier();
  const { secret } = carrierKinds[carrier.kind];
  const askToRemove = () =>
    confirm({
      title: `Disconnect ${carrier.name}?`,
      consequence: `Its ${secret.noun} is deleted. Waiting calls through it fail; live calls continue.`,
      action: 'Disconnect',
      onConfirm: () => remove.mutate(carrier),
    });
  return (
    <Card withBorder padding="sm">
      <Group justify="space-between" gap="sm">
        <div style={{ minWidth: 0 }}>
          <Text fw={500}>{carrier.name}</Text>
          <Text size="sm" c="dimmed" translate="no" style={{ overflowWrap: 'anywhere' }}>
            {accountOf(carrier)}
          </Text>
        </div>
        {onOpen && (
          <Group gap="xs">
            <Button variant="default" size="compact-sm" onClick={() => onOpen(true)}>
              Test
            </Button>
            <Button variant="default" size="compact-sm" onClick={() => onOpen(false)}>
              {`New ${secret.noun}`}
            </Button>
            <Button
              variant="subtle"
              color="red"
              size="compact-sm"
              onClick={askToRemove}
              loading={remove.isPending}
              disabled={hasNumbers}
            >
              {hasNumbers ? 'Disconnect (release its numbers first)' : 'Disconnect …'}
            </Button>
          </Group>
        )}
      </Group>
    </Card>
  );
}
