import { Button, Group } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useSuspenseQueries } from '@tanstack/react-query';
import { EmptyState } from '../../components/EmptyState.tsx';
import { Icon } from '../../components/Icon.tsx';
import { PageHeader } from '../../components/PageHeader.tsx';
import { agentsQuery } from '../calls/agent-names.ts';
import { carriersQuery } from '../carriers/carriers-query.ts';
import { useCan } from '../session/use-session.ts';
import { trunksQuery } from '../trunks/trunks-query.ts';
import { BuyNumber } from './BuyNumber.tsx';
import { ConnectNumber } from './ConnectNumber.tsx';
import { NumbersTable } from './NumbersTable.tsx';
import { numbersQuery } from './numbers-query.ts';

export function NumbersPage() {
  const [numbers, agents, trunks, carriers] = useSuspenseQueries({
    queries: [numbersQuery, agentsQuery, trunksQuery, carriersQuery],
  });
  const mayChange = useCan('numbers:write');
  const [isBuying, buying] = useDisclosure(false);
  const [isConnecting, connecting] = useDisclosure(false);
  const buttons = mayChange && (
    <Group gap="xs">
      <Button leftSection={<Icon name="plus" size={16} />} onClick={buying.open}>
        Buy a number
      </Button>
      <Button variant="default" onClick={connecting.open}>
        Connect your own
      </Button>
    </Group>
  );
  const { data } = numbers.data;
  return (
    <>
      <PageHeader
        title="Numbers"
        description="Agents answer calls to their numbers. Outgoing calls use the agent’s number, a real one before a simulated one, or the default number."
        actions={buttons}
      />
      {data.length === 0 ? (
        <EmptyState icon="numbers" title="No numbers yet" action={buttons}>
          Agents answer calls on numbers, and call from them. Buy a simulated number to try it, or connect one of a
          trunk or of your account with Twilio or Telnyx.
        </EmptyState>
      ) : (
        <NumbersTable
          numbers={data}
          agents={agents.data.data}
          trunks={trunks.data.data}
          carriers={carriers.data.data}
        />
      )}
      <BuyNumber opened={isBuying} onClose={buying.close} agents={agents.data.data} />
      <ConnectNumber
        opened={isConnecting}
        onClose={connecting.close}
        agents={agents.data.data}
        trunks={trunks.data.data}
        carriers={carriers.data.data}
      />
    </>
  );
}
