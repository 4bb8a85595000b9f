import { Anchor, Modal, Select, Stack, TextInput } from '@mantine/core';
import { type Agent, ConnectNumbers, PhoneNumber, type Trunk } from '@parley/contract';
import { Link } from '@tanstack/react-router';
import { z } from 'zod';
import { EmptyState } from '../../components/EmptyState.tsx';
import { FormButtons } from '../../components/FormButtons.tsx';
import { FormProblem } from '../../components/FormProblem.tsx';
import { useContractForm } from '../../components/use-contract-form.ts';
import { useConnectNumbers } from './use-connect-numbers.ts';

interface ConnectNumberProps {
  opened: boolean;
  onClose: () => void;
  agents: readonly Agent[];
  trunks: readonly Trunk[];
}

export function ConnectNumber({ opened, onClose, agents, trunks }: ConnectNumberProps) {
  return (
    <Modal opened={opened} onClose={onClose} title="Connect your own number">
      {trunks.length === 0 ? <NoTrunk /> : <ConnectForm agents={agents} trunks={trunks} onDone={onClose} />}
    </Modal>
  );
}

function NoTrunk() {
  return (
    <EmptyState
      icon="trunks"
      title="No trunk yet"
      action={
        <Anchor renderRoot={(props) => <Link to="/trunks" search={{ trunk: 'new' }} {...props} />}>
          Connect a trunk
        </Anchor>
      }
    >
      Calls to numbers of your carrier or telephone system come in through a trunk. Connect the trunk first, then its
      numbers.
    </EmptyState>
  );
}

function ConnectForm({
  agents,
  trunks,
  onDone,
}: Pick<ConnectNumberProps, 'agents' | 'trunks'> & { onDone: () => void }) {
  const form = useContractForm<ConnectNumbers>(
    ConnectNumbers.extend({ last_number: z.union([z.literal(''), PhoneNumber]) }),
    { first_number: '', last_number: '', trunk_id: trunks[0]!.trunk_id, agent_id: null },
    { phones: ['first_number', 'last_number'] },
  );
  const add = useConnectNumbers({ onConnected: onDone, onError: form.refuse });
  return (
    <form
      onSubmit={form.onSubmit((values) =>
        add.mutate({ ...values, last_number: values.last_number || values.first_number }),
      )}
    >
      <Stack>
        <TextInput
          label="Number"
          description="In the form that your carrier uses, with + and the country code"
          placeholder="+493012345678"
          type="tel"
          data-autofocus
          {...form.getInputProps('first_number')}
        />
        <TextInput
          label="Up to"
          description="The last number of a range. Leave empty for a single number"
          placeholder="+493012345699"
          type="tel"
          {...form.getInputProps('last_number')}
        />
        <Select
          label="Trunk"
          description="Used for calls to and from this number"
          data={trunks.map(({ trunk_id, name }) => ({ value: trunk_id, label: name }))}
          allowDeselect={false}
          {...form.getInputProps('trunk_id')}
        />
        <Select
          label="Answered by"
          placeholder="No agent yet"
          data={agents.map(({ agent_id, name }) => ({ value: agent_id, label: name }))}
          clearable
          clearButtonProps={{ 'aria-label': 'Clear the agent' }}
          {...form.getInputProps('agent_id')}
        />
        <FormProblem error={add.error} form={form} />
        <FormButtons
          submit={form.getValues().last_number === '' ? 'Connect number' : 'Connect numbers'}
          isPending={add.isPending}
          onCancel={onDone}
        />
      </Stack>
    </form>
  );
}
