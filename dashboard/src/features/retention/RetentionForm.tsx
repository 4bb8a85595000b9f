import { Button, Group, NumberInput, Stack } from '@mantine/core';
import { type Retention, RetentionPatch } from '@parley/contract';
import { confirm } from '../../components/confirm.ts';
import { FormProblem } from '../../components/FormProblem.tsx';
import { useContractForm } from '../../components/use-contract-form.ts';
import { useUpdateRetention } from './use-update-retention.ts';

type Days = number | null | undefined;

/** `retention`: as it is stored. */
export function RetentionForm({ retention }: { retention: Retention }) {
  const form = useContractForm(RetentionPatch, { ...retention });
  const update = useUpdateRetention(form.refuse);
  const save = (values: RetentionPatch) => {
    const shortened = [
      ...shorter('Recordings', retention.recordings_days, values.recordings_days),
      ...shorter('Transcripts, summaries and variables', retention.transcripts_days, values.transcripts_days),
    ];
    if (shortened.length === 0) return update.mutate(values);
    confirm({
      title: 'Delete what is older?',
      consequence: `${shortened.join(' ')} This cannot be undone.`,
      action: 'Save and delete',
      onConfirm: () => update.mutate(values),
    });
  };
  const daysField = (name: 'recordings_days' | 'transcripts_days', label: string, description: string) => (
    <NumberInput
      label={label}
      description={description}
      placeholder="Kept for good"
      suffix=" days"
      min={1}
      max={3650}
      allowDecimal={false}
      allowNegative={false}
      value={form.values[name] ?? ''}
      onChange={(value) => form.setFieldValue(name, value === '' ? null : Number(value))}
      error={form.errors[name]}
    />
  );
  return (
    <form onSubmit={form.onSubmit(save)} noValidate>
      <Stack maw={460}>
        {daysField('recordings_days', 'Recordings', 'Deleted this many days after the call. Leave empty to keep them.')}
        {daysField(
          'transcripts_days',
          'Transcripts, summaries and variables',
          'Deleted this many days after the call, together with the text in events and stored webhooks. Statistics are kept.',
        )}
        <FormProblem error={update.error} form={form} />
        <Group>
          <Button type="submit" loading={update.isPending}>
            Save retention
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

/** What goes that would have stayed, as a sentence. */
function shorter(what: string, before: Days, after: Days): string[] {
  if (after === null || after === undefined || (before !== null && before !== undefined && before <= after)) return [];
  return [`${what} of calls that ended more than ${after} ${after === 1 ? 'day' : 'days'} ago are deleted.`];
}
