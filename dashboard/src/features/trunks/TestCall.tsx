import { Alert, Anchor, Button, Group, Select, Stack, Text, TextInput } from '@mantine/core';
import { TestTrunk, type Trunk } from '@parley/contract';
import { useSuspenseQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { FormProblem } from '../../components/FormProblem.tsx';
import { Icon } from '../../components/Icon.tsx';
import { useContractForm } from '../../components/use-contract-form.ts';
import { formatPhone } from '../../format/phone.ts';
import { numbersQuery } from '../numbers/numbers-query.ts';
import { useCan } from '../session/use-session.ts';
import { TestSteps } from './TestSteps.tsx';
import { useTestCall } from './use-try-trunk.ts';

/** The last step: a call to a telephone that the person has at hand. */
export function TestCall({ trunk, onClose }: { trunk: Trunk; onClose: () => void }) {
  const numbers = useSuspenseQuery(numbersQuery).data.data;
  const mayCall = useCan('calls:write');
  const own =
    numbers.find(({ trunk_id }) => trunk_id === trunk.trunk_id) ?? numbers.find(({ is_default }) => is_default);
  const form = useContractForm<TestTrunk>(
    TestTrunk,
    { recipient_phone: '', ...(own === undefined ? {} : { from_number: own.phone_number }) },
    { phones: ['recipient_phone'] },
  );
  const call = useTestCall(trunk.trunk_id, { onError: form.refuse });
  const callId = call.data?.call_id;
  return (
    <form onSubmit={form.onSubmit((values) => call.mutate(values))}>
      <Stack>
        <Text size="sm">
          Parley calls your phone through {trunk.name}, and a voice tells you that this is a test. Answer, listen, and
          say something. The call ends after 20 seconds.
        </Text>
        <TextInput
          label="Your number"
          description="With + and the country code"
          placeholder="+493012345679"
          type="tel"
          data-autofocus
          {...form.getInputProps('recipient_phone')}
        />
        <Select
          label="Call from"
          data={numbers.map(({ phone_number: phone }) => ({ value: phone, label: formatPhone(phone) }))}
          allowDeselect={false}
          {...form.getInputProps('from_number')}
        />
        {call.isPending && (
          <Alert icon={<Icon name="calls" />} role="status">
            Calling … The result appears when the call is over.
          </Alert>
        )}
        {call.data && !call.isPending && <TestSteps test={call.data} />}
        {callId != null && !call.isPending && (
          <Anchor size="sm" renderRoot={(props) => <Link to="/calls/$callId" params={{ callId }} {...props} />}>
            Open the call
          </Anchor>
        )}
        <FormProblem error={call.error} form={form} />
        {!mayCall && (
          <Text size="sm" c="dimmed">
            Your role cannot place calls.
          </Text>
        )}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            {call.data ? 'Done' : 'Later'}
          </Button>
          <Button type="submit" loading={call.isPending} disabled={!mayCall}>
            {call.data ? 'Call again' : 'Call me'}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
