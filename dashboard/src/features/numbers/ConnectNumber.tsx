import { Anchor, Button, Group, Modal, Select, Stack, TextInput } from '@mantine/core';
import { AddNumber, type Agent, type Trunk } from '@parley/contract';
import { Link } from '@tanstack/react-router';
import { EmptyState } from '../../components/EmptyState.tsx';
import { FormProblem } from '../../components/FormProblem.tsx';
import { useContractForm } from '../../components/use-contract-form.ts';
import { useAddNumber } from './use-add-number.ts';

interface ConnectNumberProps {
  opened: boolean;
  onClose: () => void;
  agents: readonly Agent[];
  trunks: readonly Trunk[];
}

export function ConnectNumber({ opened, onClose, agents, trunks }: ConnectNumberProps) {
  return (
    <Modal opened={opened} onClose={onClose} title="Connect a number of your own">
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
      Numbers of your own carrier or telephone system ring through a trunk. Connect that first, then its numbers.
    </EmptyState>
  );
}

function ConnectForm({
  agents,
  trunks,
  onDone,
}: Pick<ConnectNumberProps, 'agents' | 'trunks'> & { onDone: () => void }) {
  const form = useContractForm<AddNumber>(
    AddNumber,
    { phone_number: '', trunk_id: trunks[0]!.trunk_id, agent_id: null },
    { phones: ['phone_number'] },
  );
  const add = useAddNumber({ onAdded: onDone, onError: form.refuse });
  return (
    <form onSubmit={form.onSubmit((values) => add.mutate(values))}>
      <Stack>
        <TextInput
          label="Number"
          description="As your carrier delivers it, with + and the country code"
          placeholder="+493012345678"
          type="tel"
          data-autofocus
          {...form.getInputProps('phone_number')}
        />
        <Select
          label="Trunk"
          description="Calls to the number come through it, and calls from the number leave through it"
          data={trunks.map(({ trunk_id, name }) => ({ value: trunk_id, label: name }))}
          allowDeselect={false}
          {...form.getInputProps('trunk_id')}
        />
        <Select
          label="Answered by"
          placeholder="Nobody yet"
          data={agents.map(({ agent_id, name }) => ({ value: agent_id, label: name }))}
          clearable
          clearButtonProps={{ 'aria-label': 'Let nobody answer' }}
          {...form.getInputProps('agent_id')}
        />
        <FormProblem error={add.error} form={form} />
        <Group justify="flex-end">
          <Button variant="default" onClick={onDone}>
            Cancel
          </Button>
          <Button type="submit" loading={add.isPending}>
            Connect number
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
