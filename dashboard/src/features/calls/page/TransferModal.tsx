import { Autocomplete, Modal, Stack } from '@mantine/core';
import { defaultTransferWay, TransferCall, type TransferCallRequest } from '@parley/contract';
import { useQuery } from '@tanstack/react-query';
import { FormButtons } from '../../../components/FormButtons.tsx';
import { FormProblem } from '../../../components/FormProblem.tsx';
import { useContractForm } from '../../../components/use-contract-form.ts';
import { TransferWayFields } from '../../agents/tools/TransferWayFields.tsx';
import type { TransferValues } from '../../agents/tools/transfer-values.ts';
import { useCan } from '../../session/use-session.ts';
import { softphonesQuery } from '../../trunks/softphones-query.ts';
import { useTransfer } from './use-transfer.ts';

interface TransferModalProps {
  callId: string;
  /** How the person is called here. */
  person: string;
  /** The person talks with another one already, and the agent has left. */
  isBridged: boolean;
  onClose: () => void;
}

export function TransferModal({ callId, person, isBridged, onClose }: TransferModalProps) {
  const transfer = useTransfer(callId);
  const softphones = useQuery({ ...softphonesQuery, enabled: useCan('numbers:read') });
  const reachable = softphones.data?.data.filter(({ registered }) => registered) ?? [];
  const form = useContractForm<TransferCallRequest>(
    TransferCall,
    { to: '', ...defaultTransferWay },
    { phones: ['to'] },
  );
  const { to: _, ...way } = { ...defaultTransferWay, ...form.values };
  return (
    <Modal opened onClose={onClose} title="Transfer the call" size="lg">
      <form onSubmit={form.onSubmit((values) => transfer.mutate(values, { onSuccess: onClose, onError: form.refuse }))}>
        <Stack>
          <Autocomplete
            label="To the number or softphone"
            description={`${person} is connected with it. If there is no answer, ${isBridged ? 'the two who are talking now continue' : 'the agent continues'}. ${reachable.length > 0 ? 'Softphones that are registered are offered.' : 'For a softphone, enter softphone: and its name, such as softphone:ann.'}`}
            placeholder="+12025550107"
            data={reachable.map(({ name }) => `softphone:${name}`)}
            data-autofocus
            required
            {...form.getInputProps('to')}
          />
          <TransferWayFields
            values={{
              ...way,
              briefing: way.briefing ?? '',
              ring_timeout: Number.isNaN(way.ring_timeout) ? '' : way.ring_timeout,
            }}
            errorAt={(path) => form.errors[path] as string | undefined}
            onChange={(change) => form.setValues(requestOf(change))}
            isColdOnly={isBridged}
          />
          <FormProblem error={transfer.error} form={form} />
          <FormButtons submit="Transfer" isPending={transfer.isPending} onCancel={onClose} />
        </Stack>
      </form>
    </Modal>
  );
}

/** As it is sent; what is empty is no number, and the form says so. */
function requestOf({
  destinations: _,
  message: __,
  briefing,
  ring_timeout: ringTimeout,
  ...change
}: Partial<TransferValues>): Partial<TransferCallRequest> {
  return {
    ...change,
    ...(briefing === undefined ? {} : { briefing: briefing === '' ? null : briefing }),
    ...(ringTimeout === undefined ? {} : { ring_timeout: ringTimeout === '' ? Number.NaN : ringTimeout }),
  };
}
