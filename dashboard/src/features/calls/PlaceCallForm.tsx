import { Anchor, Autocomplete, Select, Stack, Text, TextInput } from '@mantine/core';
import { PlaceCall } from '@parley/contract';
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { EmptyState } from '../../components/EmptyState.tsx';
import { FormButtons } from '../../components/FormButtons.tsx';
import { FormProblem } from '../../components/FormProblem.tsx';
import { useContractForm } from '../../components/use-contract-form.ts';
import { numbersQuery } from '../numbers/numbers-query.ts';
import { useCan } from '../session/use-session.ts';
import { agentsQuery, useAgentName } from './agent-names.ts';
import { askedVariables } from './asked-variables.ts';
import { personas } from './personas.ts';
import { usePlaceCall } from './use-place-call.ts';

interface PlaceCallFormProps {
  initial: Partial<PlaceCall>;
  onDone: () => void;
}

/** Of the account's own numbers: the simulated phones stay in sight. */
const MOST_OWN = 4;

/** Agent, number and variables; leads to the page of the call that it places. */
export function PlaceCallForm({ initial, onDone }: PlaceCallFormProps) {
  const agents = useSuspenseQuery(agentsQuery).data.data.filter(({ status }) => status === 'active');
  const options = useNumberOptions();
  const navigate = useNavigate();
  const isThere = agents.some(({ agent_id }) => agent_id === initial.agent_id);
  const form = useContractForm(
    PlaceCall,
    {
      agent_id: isThere ? initial.agent_id! : (agents[0]?.agent_id ?? ''),
      recipient_phone: initial.recipient_phone ?? '',
      variables: initial.variables ?? {},
    },
    { phones: ['recipient_phone'] },
  );
  const place = usePlaceCall({
    onPlaced: (callId) => {
      onDone();
      void navigate({ to: '/calls/$callId', params: { callId } });
    },
    onError: form.refuse,
  });
  const { agent_id, variables = {} } = form.getValues();
  const agent = agents.find((one) => one.agent_id === agent_id);
  if (!agent) return <NoAgent />;
  const names = [...new Set([...askedVariables(agent), ...Object.keys(agent.variables), ...Object.keys(variables)])];
  return (
    <form onSubmit={form.onSubmit((values) => place.mutate({ ...values, variables: given(values.variables) }))}>
      <Stack>
        <Select
          label="Agent"
          data={agents.map((one) => ({ value: one.agent_id, label: one.name }))}
          allowDeselect={false}
          searchable
          {...form.getInputProps('agent_id')}
        />
        <Autocomplete
          label="Number to call"
          description="With + and the country code. The numbers in the list are simulated: your agents and test phones."
          placeholder="+12025550101"
          type="tel"
          data={[...options.keys()]}
          renderOption={({ option }) => (
            <Text size="sm">
              {option.value} · {options.get(option.value)}
            </Text>
          )}
          openOnFocus={false}
          data-autofocus
          {...form.getInputProps('recipient_phone')}
        />
        {names.map((name) => (
          <TextInput
            key={name}
            label={name}
            description={name in agent.variables ? 'Left empty: as the agent has it' : undefined}
            placeholder={name in agent.variables ? String(agent.variables[name]) : undefined}
            {...form.getInputProps(`variables.${name}`)}
            value={String(variables[name] ?? '')}
            onChange={(event) => form.setFieldValue('variables', { ...variables, [name]: event.currentTarget.value })}
          />
        ))}
        <FormProblem error={place.error} form={form} />
        <FormButtons submit="Call" isPending={place.isPending} onCancel={onDone} />
      </Stack>
    </form>
  );
}

/** What answers, by number: the simulated phones, and agents on numbers of the account's own. */
function useNumberOptions(): ReadonlyMap<string, string> {
  const agentName = useAgentName();
  const mayRead = useCan('numbers:read');
  const numbers = useQuery({ ...numbersQuery, enabled: mayRead }).data?.data ?? [];
  const own = numbers.flatMap(({ phone_number: phone, agent_id: agentId, source }): [string, string][] =>
    agentId === null || source !== 'simulated' ? [] : [[phone, `Your agent ${agentName(agentId)}`]],
  );
  return new Map([
    ...own.slice(0, MOST_OWN),
    ...personas.map(({ number, behaviour }): [string, string] => [number, behaviour]),
  ]);
}

/** A field that was left empty gives nothing: the agent's own value holds. */
function given(variables: PlaceCall['variables']): PlaceCall['variables'] {
  return Object.fromEntries(Object.entries(variables ?? {}).filter(([, value]) => value !== ''));
}

function NoAgent() {
  return (
    <EmptyState icon="agents" title="No active agent" action={<Anchor href="/agents">Go to Agents</Anchor>}>
      A call needs an agent that talks. Create one, or make one active.
    </EmptyState>
  );
}
