import { Alert, Button, Group, List, Stack, TextInput } from '@mantine/core';
import { ErasePerson, type Erasure } from '@parley/contract';
import { confirm } from '../../components/confirm.ts';
import { FormProblem } from '../../components/FormProblem.tsx';
import { useContractForm } from '../../components/use-contract-form.ts';
import { formatNumber } from '../../format/number.ts';
import { formatPhone } from '../../format/phone.ts';
import { useErasePerson } from './use-erase-person.ts';

/** One person's data, by the number, wherever it is stored. */
export function ErasePersonForm() {
  const form = useContractForm(ErasePerson, { phone_number: '' }, { phones: ['phone_number'] });
  const erase = useErasePerson(form.refuse);
  const ask = ({ phone_number: number }: ErasePerson) =>
    confirm({
      title: `Erase what is known of ${formatPhone(number)}?`,
      consequence:
        'Recordings, transcripts, summaries and variables of every call with this person are deleted, and the number is taken out of them. The calls stay in the figures. This cannot be undone.',
      action: 'Erase the data',
      onConfirm: () => erase.mutate({ phone_number: number }, { onSuccess: () => form.reset() }),
    });
  return (
    <form onSubmit={form.onSubmit(ask)} noValidate>
      <Stack maw={460}>
        <TextInput
          label="Number of the person"
          description="In international form, beginning with +."
          placeholder="+12025550101"
          inputMode="tel"
          {...form.getInputProps('phone_number')}
        />
        <FormProblem error={erase.error} form={form} />
        {erase.data && <Erased erasure={erase.data} />}
        <Group>
          <Button type="submit" color="red" variant="light" loading={erase.isPending}>
            Erase data …
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

function Erased({ erasure }: { erasure: Erasure }) {
  const { calls, transcripts, recordings, suppressed } = erasure;
  return (
    <Alert color="teal" title={calls === 0 ? 'No call with this person is stored' : 'The data is erased'} role="status">
      {calls > 0 && (
        <List size="sm">
          <List.Item>Calls: {formatNumber(calls)}</List.Item>
          <List.Item>Transcripts and summaries: {formatNumber(transcripts)}</List.Item>
          <List.Item>Recordings: {formatNumber(recordings)}</List.Item>
        </List>
      )}
      {suppressed && 'The number stays on the suppression list, so that the person is not called again.'}
    </Alert>
  );
}
