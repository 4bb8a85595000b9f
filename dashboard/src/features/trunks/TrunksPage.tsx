import { Button, Stack, Text } from '@mantine/core';
import type { Trunk } from '@parley/contract';
import { useSuspenseQueries } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { EmptyState } from '../../components/EmptyState.tsx';
import { Icon } from '../../components/Icon.tsx';
import { PageHeader } from '../../components/PageHeader.tsx';
import { CarriersPart } from '../carriers/CarriersPart.tsx';
import { carriersQuery } from '../carriers/carriers-query.ts';
import { numbersQuery } from '../numbers/numbers-query.ts';
import { useCan } from '../session/use-session.ts';
import { OurAddress } from './OurAddress.tsx';
import { SoftphonesPart } from './SoftphonesPart.tsx';
import { TrunkDialog } from './TrunkDialog.tsx';
import { TrunksTable } from './TrunksTable.tsx';
import { telephonyQuery, trunksQuery } from './trunks-query.ts';
import type { TrunksSearch } from './trunks-search.ts';

export function TrunksPage({ search }: { search: TrunksSearch }) {
  const [trunks, numbers, telephony, carriers] = useSuspenseQueries({
    queries: [trunksQuery, numbersQuery, telephonyQuery, carriersQuery],
  });
  const navigate = useNavigate({ from: '/trunks' });
  const mayChange = useCan('numbers:write');
  const { data } = trunks.data;
  const { operator_trunk: operatorTrunk } = telephony.data;
  const open = (trunk: Trunk | null, calls = false) =>
    void navigate({ search: { trunk: trunk?.trunk_id ?? 'new', ...(calls ? { call: true } : {}) } });
  const opened = data.find(({ trunk_id }) => trunk_id === search.trunk) ?? null;
  const isOpen = mayChange && (search.trunk === 'new' || opened !== null);
  const connect = mayChange && (
    <Button leftSection={<Icon name="plus" size={16} />} onClick={() => open(null)}>
      Connect a trunk
    </Button>
  );
  return (
    <>
      <PageHeader
        title="Trunks"
        description="Connections to the telephone network. A call goes out through the trunk of its number, or else through the first trunk."
        actions={connect}
      />
      <Stack gap="lg">
        {operatorTrunk && (
          <Text size="sm">
            The operator has connected {operatorTrunk.host}, port {operatorTrunk.port}, for all accounts
            (PARLEY_SIP_TRUNK). It carries the calls of accounts that have no trunk of their own. Only the operator can
            change it.
          </Text>
        )}
        {data.length === 0 ? (
          <EmptyState icon="trunks" title="No trunk yet" action={connect}>
            {operatorTrunk
              ? 'Connect your own SIP trunk or telephone system (PBX) to use it instead of the operator’s trunk.'
              : carriers.data.total > 0
                ? 'Calls go through the carrier below. You can also connect a SIP trunk of a provider, or your own telephone system (PBX), for its numbers.'
                : 'Until you connect one, every number is simulated and no real phone rings. Connect a SIP trunk of a provider, or your own telephone system (PBX).'}
          </EmptyState>
        ) : (
          <TrunksTable trunks={data} numbers={numbers.data.data} onOpen={open} />
        )}
        {mayChange && <OurAddress telephony={telephony.data} />}
        <CarriersPart numbers={numbers.data.data} />
        <SoftphonesPart mayChange={mayChange} />
      </Stack>
      {isOpen && (
        <TrunkDialog
          key={search.trunk}
          trunk={opened}
          calls={search.call === true}
          onClose={() => void navigate({ search: {} })}
        />
      )}
    </>
  );
}
