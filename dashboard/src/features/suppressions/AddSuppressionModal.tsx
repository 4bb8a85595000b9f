import { Modal, Stack, TextInput } from '@mantine/core';
import { CreateSuppression } from '@parley/contract';
import { z } from 'zod';
import { FormButtons } from '../../components/FormButtons.tsx';
import { FormProblem } from '../../components/FormProblem.tsx';
import { useContractForm } from '../../components/use-contract-form.ts';
import { useAddSuppression } from './use-suppression-actions.ts';

export function AddSuppressionModal({ onClose }: { onClose: () => void }) {
  const add = useAddSuppression();
  const form = useContractForm<{ phone_number: string; reason: string }>(
    withReason,
    { phone_number: '', reason: '' },
    { phones: ['phone_number'] },
  );
  return (
    <Modal opened onClose={onClose} title="Add a number">
      <form
        onSubmit={form.onSubmit(({ phone_number, reason }) =>
          add.mutate(
            { phone_number, reason: reason.trim() === '' ? null : reason.trim() },
            { onSuccess: onClose, onError: form.refuse },
          ),
        )}
      >
        <Stack>
          <TextInput
            label="Number"
            description="With + and the country code"
            placeholder="+12025550109"
            inputMode="tel"
            data-autofocus
            required
            {...form.getInputProps('phone_number')}
          />
          <TextInput label="Reason" description="May be left empty" {...form.getInputProps('reason')} />
          <FormProblem error={add.error} form={form} />
          <FormButtons submit="Add number" isPending={add.isPending} onCancel={onClose} />
        </Stack>
      </form>
    </Modal>
  );
}

/** An empty field is no reason, and none is needed. */
const withReason = CreateSuppression.extend({ reason: z.string().max(500) });
