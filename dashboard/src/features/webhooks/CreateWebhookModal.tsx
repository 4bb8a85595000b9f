import { Modal, Stack, TextInput } from '@mantine/core';
import { CreateWebhook } from '@parley/contract';
import { FormButtons } from '../../components/FormButtons.tsx';
import { FormProblem } from '../../components/FormProblem.tsx';
import { useContractForm } from '../../components/use-contract-form.ts';
import { EventChoice } from './EventChoice.tsx';
import { ShownSecret } from './ShownSecret.tsx';
import { useCreateWebhook } from './use-webhook-actions.ts';
import { type SubscribedEvent, usualEvents } from './webhook-words.ts';

interface Values extends Record<string, unknown> {
  url: string;
  events: SubscribedEvent[];
}

export function CreateWebhookModal({ onClose }: { onClose: () => void }) {
  const create = useCreateWebhook();
  const form = useContractForm<Values>(CreateWebhook.required(), { url: '', events: usualEvents });
  return (
    <Modal
      opened
      onClose={onClose}
      title={create.data ? 'The secret of the webhook' : 'New webhook'}
      closeOnEscape={!create.data}
    >
      {create.data ? (
        <ShownSecret secret={create.data.secret} onClose={onClose} />
      ) : (
        <form onSubmit={form.onSubmit((values) => create.mutate(values, { onError: form.refuse }))}>
          <Stack>
            <TextInput
              label="Address"
              description="Events are sent to this address; use https if you can"
              placeholder="https://example.com/hooks/parley"
              inputMode="url"
              data-autofocus
              required
              {...form.getInputProps('url')}
            />
            <EventChoice {...form.getInputProps('events')} />
            <FormProblem error={create.error} form={form} />
            <FormButtons submit="Create webhook" isPending={create.isPending} onCancel={onClose} />
          </Stack>
        </form>
      )}
    </Modal>
  );
}
