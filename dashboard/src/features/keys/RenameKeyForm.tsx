import { Stack, TextInput } from '@mantine/core';
import { type ApiKey, ChangeKey } from '@parley/contract';
import { FormButtons } from '../../components/FormButtons.tsx';
import { FormProblem } from '../../components/FormProblem.tsx';
import { useContractForm } from '../../components/use-contract-form.ts';
import { useRenameKey } from './use-rename-key.ts';

export function RenameKeyForm({ apiKey, onClose }: { apiKey: ApiKey; onClose: () => void }) {
  const form = useContractForm(ChangeKey, { name: apiKey.name ?? '' });
  const rename = useRenameKey(apiKey.key_id, { onRenamed: onClose, onError: form.refuse });
  return (
    <form onSubmit={form.onSubmit((values) => rename.mutate(values))} noValidate>
      <Stack>
        <TextInput label="Name" maxLength={100} data-autofocus {...form.getInputProps('name')} />
        <FormProblem error={rename.error} form={form} />
        <FormButtons submit="Rename key" isPending={rename.isPending} onCancel={onClose} />
      </Stack>
    </form>
  );
}
