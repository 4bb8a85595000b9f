import { Alert, Stack, Table, Text, TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useMemo } from 'react';
import { randomId } from '../../../api/random-id.ts';
import { Icon } from '../../../components/Icon.tsx';
import { PhoneText } from '../../../components/PhoneText.tsx';
import { formatNumber } from '../../../format/number.ts';
import { useAgentName } from '../../calls/agent-names.ts';
import { counted } from '../batch-words.ts';
import type { StepProps } from './draft.ts';
import { StepButtons } from './StepButtons.tsx';
import { ShownTime } from './TimeStep.tsx';
import { useCreateBatch } from './use-create-batch.ts';
import { unixSecondsAt } from './zoned-time.ts';

/** Everything that costs something, once more, before a number is called. */
export function ConfirmStep({ draft, change, back }: StepProps) {
  const navigate = useNavigate();
  const agentName = useAgentName();
  const create = useCreateBatch();
  const check = draft.check!;
  const atS = draft.at === null ? null : unixSecondsAt(draft.at.wallTime, draft.at.timeZone);
  // What is changed and sent again is another batch.
  const idempotencyKey = useMemo(randomId, [draft.name, atS]);
  const bad = new Set(check.problems.map(({ row }) => row));
  const submit = () =>
    create.mutate(
      {
        body: {
          agent_id: draft.agentId!,
          recipients: draft.rows
            .filter(({ row }) => !bad.has(row))
            .map(({ phone, variables }) => ({ phone, variables })),
          ...(atS === null ? {} : { schedule_at: atS }),
          name: draft.name.trim() === '' ? null : draft.name.trim(),
        },
        idempotencyKey,
      },
      {
        onSuccess: ({ batch_id }) =>
          void navigate({ to: '/batches/$batchId', params: { batchId: batch_id }, ignoreBlocker: true }),
      },
    );
  const real = check.good - check.simulated;
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <Stack>
        <TextInput
          label="Name of the batch"
          description="For you and your colleagues; it may be left empty"
          placeholder="Reminders for Friday"
          maxLength={100}
          value={draft.name}
          onChange={({ currentTarget }) => change({ name: currentTarget.value })}
        />
        <Table variant="vertical" layout="fixed" withTableBorder aria-label="What will happen">
          <Table.Tbody>
            <Fact name="Agent">{agentName(draft.agentId!)}</Fact>
            <Fact name="Calls">
              {counted(check.good, 'person', 'people')}
              {bad.size > 0 && `; ${counted(bad.size, 'bad row')} left out`}
            </Fact>
            <Fact name="They see">
              <PhoneText number={check.from_number} />
            </Fact>
            <Fact name="Calls go to">
              {real === 0
                ? 'The simulated phone. No real phone rings, and there are no charges.'
                : `${counted(real, 'real phone')}: your carrier charges for these calls.${check.simulated > 0 ? ` ${counted(check.simulated, 'number')} are simulated.` : ''}`}
            </Fact>
            <Fact name="Begin">{atS === null ? 'Now' : <ShownTime atS={atS} />}</Fact>
            <Fact name="Pace">
              At most {formatNumber(check.calls_per_minute)} calls a minute and {formatNumber(check.concurrent_calls)}{' '}
              at once, by your plan: {counted(Math.ceil(check.good / check.calls_per_minute), 'minute')} or more.
            </Fact>
            <Fact name="Talk time">
              Each call ends after {counted(Math.ceil(check.max_duration / 60), 'minute')}: at most{' '}
              {counted(Math.ceil((check.good * check.max_duration) / 60), 'minute')} in all.
            </Fact>
          </Table.Tbody>
        </Table>
        {create.error && (
          <Alert color="red" icon={<Icon name="warning" />} role="alert">
            {create.error.message}
          </Alert>
        )}
      </Stack>
      <StepButtons
        back={back}
        label={atS === null ? `Call ${counted(check.good, 'person', 'people')} now` : 'Schedule the batch'}
        loading={create.isPending}
      />
    </form>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <Table.Tr>
      <Table.Th w={{ base: 100, sm: 150 }}>{name}</Table.Th>
      <Table.Td>
        <Text size="sm" component="div">
          {children}
        </Text>
      </Table.Td>
    </Table.Tr>
  );
}
