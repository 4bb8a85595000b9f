import { Button, Group, Modal, Select, Stack, Text, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import type { Agent } from '@parley/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { DataTable } from '../../components/DataTable.tsx';
import { ErrorState } from '../../components/ErrorState.tsx';
import { LoadingRows } from '../../components/Loading.tsx';
import { notifyFailed } from '../../components/notify.tsx';
import { PhoneText } from '../../components/PhoneText.tsx';
import { formatNumber } from '../../format/number.ts';
import { formatPhone } from '../../format/phone.ts';
import { availableNumbersQuery } from './numbers-query.ts';
import { useAddNumber } from './use-add-number.ts';

interface BuyNumberProps {
  opened: boolean;
  onClose: () => void;
  agents: readonly Agent[];
}

export function BuyNumber({ opened, onClose, agents }: BuyNumberProps) {
  return (
    <Modal opened={opened} onClose={onClose} title="Buy a number" size="lg">
      <Text size="sm" c="dimmed">
        These are simulated: fictional numbers on which agents answer each other, so that you can try everything without
        a carrier. No real telephone reaches them, and they cost nothing.
      </Text>
      <Offers agents={agents} onBought={onClose} />
    </Modal>
  );
}

const isWhole = (areaCode: string) => /^(?![2-9]11)[2-9][0-8][0-9]$/.test(areaCode);

function Offers({ agents, onBought }: { agents: readonly Agent[]; onBought: () => void }) {
  const [areaCode, setAreaCode] = useState('');
  const [agentId, setAgentId] = useState<string | null>(null);
  const [asked] = useDebouncedValue(areaCode, 200);
  const isWrong = areaCode.length === 3 && !isWhole(areaCode);
  const offers = useQuery({
    ...availableNumbersQuery(isWhole(asked) ? asked : ''),
    placeholderData: keepPreviousData,
  });
  const add = useAddNumber({ onAdded: onBought, onError: notifyFailed });
  const bought = add.isPending ? add.variables.phone_number : null;
  return (
    <Stack mt="md">
      <Group align="flex-start" grow preventGrowOverflow={false}>
        <TextInput
          label="Area code"
          placeholder="415"
          description="Of the United States; empty for several"
          inputMode="numeric"
          maxLength={3}
          value={areaCode}
          onChange={(event) => setAreaCode(event.currentTarget.value.replace(/\D/g, ''))}
          error={isWrong ? 'No such area code' : undefined}
          data-autofocus
        />
        <Select
          label="Answered by"
          description="You can change it at any time"
          placeholder="Nobody yet"
          data={agents.map(({ agent_id, name }) => ({ value: agent_id, label: name }))}
          value={agentId}
          onChange={setAgentId}
          clearable
          clearButtonProps={{ 'aria-label': 'Let nobody answer' }}
        />
      </Group>
      {offers.error && !offers.data && <ErrorState error={offers.error} retry={() => void offers.refetch()} />}
      {!offers.error && !offers.data && <LoadingRows rows={6} />}
      {offers.data && (
        <>
          <Text size="sm" c="dimmed" role="status">
            {offers.data.total === 0
              ? 'All numbers of this area are taken.'
              : `${formatNumber(offers.data.total)} free`}
          </Text>
          <DataTable
            label="Numbers on sale"
            rows={offers.data.data.slice(0, 8)}
            rowKey={({ phone_number }) => phone_number}
            columns={[
              { key: 'number', header: 'Number', cell: (offer) => <PhoneText number={offer.phone_number} /> },
              {
                ...{ key: 'buy', header: 'Buy', hideHeader: true, align: 'end' },
                cell: ({ phone_number: phone }) => (
                  <Button
                    size="xs"
                    variant="default"
                    aria-label={`Buy ${formatPhone(phone)}`}
                    loading={bought === phone}
                    disabled={bought !== null && bought !== phone}
                    onClick={() => add.mutate({ phone_number: phone, agent_id: agentId })}
                  >
                    Buy
                  </Button>
                ),
              },
            ]}
          />
        </>
      )}
    </Stack>
  );
}
