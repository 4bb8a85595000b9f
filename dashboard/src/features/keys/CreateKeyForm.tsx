import { NativeSelect, Stack, TextInput } from '@mantine/core';
import { type CreatedKey, CreateKey } from '@parley/contract';
import { FormButtons } from '../../components/FormButtons.tsx';
import { FormProblem } from '../../components/FormProblem.tsx';
import { useContractForm } from '../../components/use-contract-form.ts';
import { PermissionPicker } from './PermissionPicker.tsx';
import { useCreateKey } from './use-create-key.ts';

const DAY_S = 24 * 3600;
const expiries = [
  { value: '', label: 'Never: until it is revoked' },
  { value: String(30 * DAY_S), label: 'In 30 days' },
  { value: String(90 * DAY_S), label: 'In 90 days' },
  { value: String(365 * DAY_S), label: 'In a year' },
];

interface CreateKeyFormProps {
  onCreated: (key: CreatedKey) => void;
  onCancel: () => void;
}

export function CreateKeyForm({ onCreated, onCancel }: CreateKeyFormProps) {
  const form = useContractForm(CreateKey, {
    name: '',
    permissions: ['calls:read', 'calls:write', 'agents:read'],
    expires_in: null,
  });
  const create = useCreateKey({ onCreated, onError: form.refuse });
  const permissions = form.getInputProps('permissions');
  // The form is longer than a small screen: what is wrong comes into view.
  const showFirst = (errors: object) => form.getInputNode(Object.keys(errors)[0] ?? '')?.focus();
  return (
    <form onSubmit={form.onSubmit((values) => create.mutate(values), showFirst)} noValidate>
      <Stack>
        <TextInput
          label="Name"
          description="What it is for, so that you know it again."
          placeholder="Appointment reminders"
          maxLength={100}
          data-autofocus
          {...form.getInputProps('name')}
        />
        <NativeSelect
          label="Expires"
          data={expiries}
          value={form.values.expires_in?.toString() ?? ''}
          onChange={({ currentTarget: { value } }) =>
            form.setFieldValue('expires_in', value === '' ? null : Number(value))
          }
          error={form.errors.expires_in}
        />
        <PermissionPicker
          value={form.values.permissions}
          onChange={permissions.onChange}
          error={permissions.error ?? form.errors['permissions.0']}
        />
        <FormProblem error={create.error} form={form} />
        <FormButtons submit="Create key" isPending={create.isPending} onCancel={onCancel} />
      </Stack>
    </form>
  );
}
