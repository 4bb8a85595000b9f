import { Modal, Stack, TextInput } from '@mantine/core';
import { TransferCall } from '@parley/contract';
import { FormButtons } from '../../../components/FormButtons.tsx';
import { FormProblem } from '../../../components/FormProblem.tsx';
import { useContractForm } from '../../../components/use-contract-form.ts';
import { useTransfer } from './use-transfer.ts';

interface TransferModalProps {
  callId: string;
  /** How the person is called here. */
  person: string;
  onClose: () => void;
}

export function TransferModal({ callId, person, onClose }: TransferModalProps) {
  const transfer = useTransfer(callId);
  const form = useContractForm(TransferCall, { to: '' }, { phones: ['to'] });
  return (
    <Modal opened onClose={onClose} title="Transfer the call">
      <form onSubmit={form.onSubmit((values) => transfer.mutate(values, { onSuccess: onClose, onError: form.refuse }))}>
        <Stack>
          <TextInput
            label="To the number"
            description={`${person} is connected with it, by the line or through Parley. Where nobody answers, the agent goes on.`}
            placeholder="+12025550107"
            inputMode="tel"
            data-autofocus
            required
            {...form.getInputProps('to')}
          />
          <FormProblem error={transfer.error} form={form} />
          <FormButtons submit="Transfer" isPending={transfer.isPending} onCancel={onClose} />
        </Stack>
      </form>
    </Modal>
  );
}
