import { Anchor, Modal, Select, Stack, TextInput } from '@mantine/core';
import { type Agent, type CarrierAccount, PhoneNumber, type Trunk } from '@parley/contract';
import { Link } from '@tanstack/react-router';
import { z } from 'zod';
import { EmptyState } from '../../components/EmptyState.tsx';
import { FormButtons } from '../../components/FormButtons.tsx';
import { FormProblem } from '../../components/FormProblem.tsx';
import { useContractForm } from '../../components/use-contract-form.ts';
import { labelOf } from '../carriers/carrier-kinds.ts';
import { useAddNumber } from './use-add-number.ts';
import { useConnectNumbers } from './use-connect-numbers.ts';

interface ConnectNumberProps {
  opened: boolean;
  onClose: () => void;
  agents: readonly Agent[];
  trunks: readonly Trunk[];
  carriers: readonly CarrierAccount[];
}

export function ConnectNumber({ opened, onClose, ...choices }: ConnectNumberProps) {
  const hasWay = choices.trunks.length + choices.carriers.length > 0;
  return (
    <Modal opened={opened} onClose={onClose} title="Connect your own number">
      {hasWay ? <ConnectForm {...choices} onDone={onClose} /> : <NoWay />}
    </Modal>
  );
}

function NoWay() {
  return (
    <EmptyState
      icon="trunks"
      title="No trunk or carrier yet"
      action={
        <Anchor renderRoot={(props) => <Link to="/trunks" {...props} />}>Connect a trunk, Twilio or Telnyx</Anchor>
      }
    >
      Calls to numbers of your carrier or telephone system come in through a trunk, or through your account with Twilio
      or Telnyx. Connect that first, then its numbers.
    </EmptyState>
  );
}

/** `via`: a trunk or a carrier account. */
const Values = z.object({
  first_number: PhoneNumber,
  last_number: z.union([z.literal(''), PhoneNumber]),
  via: z.string(),
  agent_id: z.string().nullable(),
});
type Values = z.infer<typeof Values>;

function ConnectForm({
  agents,
  trunks,
  carriers,
  onDone,
}: Omit<ConnectNumberProps, 'opened' | 'onClose'> & { onDone: () => void }) {
  const first = trunks[0]?.trunk_id ?? carriers[0]!.carrier_id;
  const form = useContractForm<Values>(
    Values,
    { first_number: '', last_number: '', via: first, agent_id: null },
    { phones: ['first_number', 'last_number'] },
  );
  const range = useConnectNumbers({ onConnected: onDone, onError: form.refuse });
  const single = useAddNumber({ onAdded: onDone });
  const carrier = carriers.find(({ carrier_id }) => carrier_id === form.values.via);
  const connect = ({ first_number, last_number, via, agent_id }: Values) => {
    if (carrier) single.mutate({ phone_number: first_number, carrier_id: via, agent_id });
    else range.mutate({ first_number, last_number: last_number || first_number, trunk_id: via, agent_id });
  };
  return (
    <form onSubmit={form.onSubmit(connect)}>
      <Stack>
        <Select
          label="Comes through"
          description="Calls to the number come in this way, and calls from it leave this way"
          data={[
            {
              group: 'Trunks',
              items: trunks.map(({ trunk_id, name }) => ({ value: trunk_id, label: name })),
            },
            {
              group: 'Twilio and Telnyx',
              items: carriers.map((one) => ({ value: one.carrier_id, label: labelOf(one) })),
            },
          ].filter(({ items }) => items.length > 0)}
          allowDeselect={false}
          {...form.getInputProps('via')}
        />
        <TextInput
          label="Number"
          description={
            carrier
              ? `One that your account with ${carrier.name} has already. Nothing is bought`
              : 'In the form that your carrier uses, with + and the country code'
          }
          placeholder="+493012345678"
          type="tel"
          data-autofocus
          {...form.getInputProps('first_number')}
        />
        {!carrier && (
          <TextInput
            label="Up to"
            description="The last number of a range. Leave empty for a single number"
            placeholder="+493012345699"
            type="tel"
            {...form.getInputProps('last_number')}
          />
        )}
        <Select
          label="Answered by"
          placeholder="No agent yet"
          data={agents.map(({ agent_id, name }) => ({ value: agent_id, label: name }))}
          clearable
          clearButtonProps={{ 'aria-label': 'Clear the agent' }}
          {...form.getInputProps('agent_id')}
        />
        <FormProblem error={carrier ? single.error : range.error} form={form} />
        <FormButtons
          submit={carrier || form.values.last_number === '' ? 'Connect number' : 'Connect numbers'}
          isPending={range.isPending || single.isPending}
          onCancel={onDone}
        />
      </Stack>
    </form>
  );
}
