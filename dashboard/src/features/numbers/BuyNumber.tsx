import { Alert, Button, Group, Modal, Select, Stack, Text, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import type { Agent, AvailableNumber } from '@parley/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { DataTable } from '../../components/DataTable.tsx';
import { ErrorState } from '../../components/ErrorState.tsx';
import { Icon } from '../../components/Icon.tsx';
import { LoadingRows } from '../../components/Loading.tsx';
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
      <Offers agents={agents} onBought={onClose} />
    </Modal>
  );
}

/** Where the numbers come from, and whether they cost money. */
const offeredBy: Record<AvailableNumber['source'], string | null> = {
  trunk: null,
  simulated:
    'These numbers are simulated: agents can call each other on them, so you can try everything without a carrier. They cannot be reached from the telephone network, and they cost nothing.',
  twilio: 'These are real telephone numbers. Twilio charges your Twilio account for each number that you buy.',
  telnyx: 'These are real telephone numbers. Telnyx charges your Telnyx account for each number that you buy.',
};

const UNITED_STATES = 'US';
const isCountry = (text: string) => /^[A-Z]{2}$/.test(text);

const isWhole = (areaCode: string) => /^(?![2-9]11)[2-9][0-8][0-9]$/.test(areaCode);

function Offers({ agents, onBought }: { agents: readonly Agent[]; onBought: () => void }) {
  const [typed, setTyped] = useState(UNITED_STATES);
  const [country, setCountry] = useState(UNITED_STATES);
  const [areaCode, setAreaCode] = useState('');
  const [agentId, setAgentId] = useState<string | null>(null);
  const [asked] = useDebouncedValue(areaCode, 200);
  const isWrong = areaCode.length === 3 && !isWhole(areaCode);
  const offers = useQuery({
    ...availableNumbersQuery({ country, areaCode: country === UNITED_STATES && isWhole(asked) ? asked : '' }),
    placeholderData: keepPreviousData,
  });
  const add = useAddNumber({ onAdded: onBought });
  const [offer] = offers.data?.data ?? [];
  // Before the first offer it is not known who sells, and where there is none a country may be the reason.
  const isAnyCountry = country !== UNITED_STATES || (offers.data !== undefined && offer?.source !== 'simulated');
  const typeCountry = (text: string) => {
    const code = text.toUpperCase().replace(/[^A-Z]/g, '');
    setTyped(code);
    if (isCountry(code)) setCountry(code);
  };
  const bought = add.isPending ? add.variables.phone_number : null;
  return (
    <Stack>
      {offer && (
        <Text size="sm" c="dimmed">
          {offeredBy[offer.source]}
        </Text>
      )}
      <Group align="flex-start" grow preventGrowOverflow={false}>
        {isAnyCountry && (
          <TextInput
            label="Country"
            description="Two letters, such as DE"
            maxLength={2}
            value={typed}
            onChange={(event) => typeCountry(event.currentTarget.value)}
            error={isCountry(typed) ? undefined : 'Two letters'}
          />
        )}
        {country === UNITED_STATES && (
          <TextInput
            label="Area code"
            placeholder="415"
            description="In the United States. Leave empty to see all"
            inputMode="numeric"
            maxLength={3}
            value={areaCode}
            onChange={(event) => setAreaCode(event.currentTarget.value.replace(/\D/g, ''))}
            error={isWrong ? 'No such area code' : undefined}
            data-autofocus
          />
        )}
        <Select
          label="Answered by"
          description="You can change it at any time"
          placeholder="No agent yet"
          data={agents.map(({ agent_id, name }) => ({ value: agent_id, label: name }))}
          value={agentId}
          onChange={setAgentId}
          clearable
          clearButtonProps={{ 'aria-label': 'Clear the agent' }}
        />
      </Group>
      {offers.error && !offers.data && <ErrorState error={offers.error} retry={() => void offers.refetch()} />}
      {!offers.error && !offers.data && <LoadingRows rows={6} />}
      {offers.data && (
        <>
          <Text size="sm" c="dimmed" role="status">
            {offers.data.total === 0
              ? 'No numbers are available there.'
              : `${formatNumber(offers.data.total)} available`}
          </Text>
          {add.error instanceof Error && (
            <Alert color="red" icon={<Icon name="warning" />} role="alert">
              {add.error.message}
            </Alert>
          )}
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
