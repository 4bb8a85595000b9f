import { Anchor, Group } from '@mantine/core';
import type { Agent, CarrierAccount, OwnedNumber, Trunk } from '@parley/contract';
import { Link } from '@tanstack/react-router';
import { DataTable } from '../../components/DataTable.tsx';
import { PhoneText } from '../../components/PhoneText.tsx';
import { StatusBadge } from '../../components/StatusBadge.tsx';
import { TimeText } from '../../components/TimeText.tsx';
import { labelOf } from '../carriers/carrier-kinds.ts';
import { AgentOfNumber } from './AgentOfNumber.tsx';
import { NumberMenu } from './NumberMenu.tsx';

interface NumbersTableProps {
  numbers: readonly OwnedNumber[];
  agents: readonly Agent[];
  trunks: readonly Trunk[];
  carriers: readonly CarrierAccount[];
}

const sources = { simulated: 'Simulated', trunk: 'Trunk', twilio: 'Twilio', telnyx: 'Telnyx' } as const;

export function NumbersTable({ numbers, agents, trunks, carriers }: NumbersTableProps) {
  const origin = ({ source, trunk_id: trunkId, carrier_id: carrierId }: OwnedNumber) => {
    const trunk = trunks.find(({ trunk_id }) => trunk_id === trunkId);
    const carrier = carriers.find(({ carrier_id }) => carrier_id === carrierId);
    const isAmbiguous = carriers.filter(({ name }) => name === carrier?.name).length > 1;
    if (carrier) return isAmbiguous ? labelOf(carrier) : carrier.name;
    if (!trunk) return sources[source];
    return (
      <Anchor size="sm" renderRoot={(props) => <Link to="/trunks" search={{ trunk: trunk.trunk_id }} {...props} />}>
        {trunk.name}
      </Anchor>
    );
  };
  return (
    <DataTable
      label="Numbers"
      rows={numbers}
      rowKey={({ number_id }) => number_id}
      columns={[
        {
          ...{ key: 'number', header: 'Number' },
          cell: (number) => (
            <Group gap="xs">
              <PhoneText number={number.phone_number} />
              {number.is_default && <StatusBadge tone="neutral">Default</StatusBadge>}
            </Group>
          ),
        },
        {
          ...{ key: 'agent', header: 'Answered by', width: '17rem' },
          cell: (number) => <AgentOfNumber number={number} agents={agents} />,
        },
        { key: 'source', header: 'Comes from', cell: origin },
        { key: 'since', header: 'Since', cell: (number) => <TimeText at={number.created_at} /> },
        {
          ...{ key: 'actions', header: 'Actions', hideHeader: true, align: 'end', width: '3rem' },
          cell: (number) => <NumberMenu number={number} agents={agents} />,
        },
      ]}
    />
  );
}
