import { Anchor, Text } from '@mantine/core';
import type { OwnedNumber, Trunk, TrunkStatus } from '@parley/contract';
import { Link } from '@tanstack/react-router';
import { DataTable } from '../../components/DataTable.tsx';
import { StatusBadge, type Tone } from '../../components/StatusBadge.tsx';
import { useCan } from '../session/use-session.ts';
import { TrunkMenu } from './TrunkMenu.tsx';

interface TrunksTableProps {
  trunks: readonly Trunk[];
  numbers: readonly OwnedNumber[];
  onOpen: (trunk: Trunk, calls: boolean) => void;
}

const statuses: Record<TrunkStatus, { tone: Tone; word: string; meaning: string | null }> = {
  active: { tone: 'good', word: 'Active', meaning: null },
  unreachable: {
    tone: 'bad',
    word: 'No answer',
    meaning: 'It does not respond. Calls are still tried. Test it to see why.',
  },
  registered: { tone: 'good', word: 'Registered', meaning: null },
  refused: { tone: 'bad', word: 'Not registered', meaning: 'It does not accept the registration.' },
  disabled: { tone: 'neutral', word: 'Disabled', meaning: null },
};

export function TrunksTable({ trunks, numbers, onOpen }: TrunksTableProps) {
  const mayChange = useCan('numbers:write');
  const numbersOf = (trunk: Trunk) => numbers.filter(({ trunk_id }) => trunk_id === trunk.trunk_id).length;
  return (
    <DataTable
      label="Trunks"
      rows={trunks}
      rowKey={({ trunk_id }) => trunk_id}
      linked={mayChange}
      columns={[
        {
          ...{ key: 'name', header: 'Name' },
          cell: ({ name, trunk_id }) =>
            mayChange ? (
              <Anchor fw={500} renderRoot={(props) => <Link to="/trunks" search={{ trunk: trunk_id }} {...props} />}>
                {name}
              </Anchor>
            ) : (
              name
            ),
        },
        {
          ...{ key: 'status', header: 'Status' },
          cell: ({ status, registration }) => (
            <>
              <StatusBadge tone={statuses[status].tone}>{statuses[status].word}</StatusBadge>
              {statuses[status].meaning && (
                <Text size="xs" c="dimmed" maw="20rem">
                  {registration?.detail ?? statuses[status].meaning}
                </Text>
              )}
            </>
          ),
        },
        {
          ...{ key: 'address', header: 'Address' },
          cell: ({ host, port }) => (
            <Text span size="sm" translate="no">
              {host}:{port}
            </Text>
          ),
        },
        {
          ...{ key: 'numbers', header: 'Numbers', align: 'end' },
          cell: (trunk) => numbersOf(trunk),
        },
        { key: 'calls', header: 'Concurrent calls', align: 'end', cell: ({ max_calls: most }) => most ?? 'No limit' },
        {
          ...{ key: 'actions', header: 'Actions', hideHeader: true, align: 'end', width: '3rem' },
          cell: (trunk) =>
            mayChange && (
              <TrunkMenu
                trunk={trunk}
                numbers={numbersOf(trunk)}
                onEdit={() => onOpen(trunk, false)}
                onCall={() => onOpen(trunk, true)}
              />
            ),
        },
      ]}
    />
  );
}
