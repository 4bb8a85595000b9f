import { Button, Group, Stack, TextInput } from '@mantine/core';
import { ChangeWebhook, type Webhook } from '@parley/contract';
import { Copyable } from '../../components/Copyable.tsx';
import { FormProblem } from '../../components/FormProblem.tsx';
import { useContractForm } from '../../components/use-contract-form.ts';
import { EventChoice } from './EventChoice.tsx';
import { useChangeWebhook } from './use-webhook-actions.ts';
import type { SubscribedEvent } from './webhook-words.ts';

interface Values extends Record<string, unknown> {
  url: string;
  events: SubscribedEvent[];
}

export function ChangeWebhookForm({ webhook }: { webhook: Webhook }) {
  const change = useChangeWebhook(webhook.webhook_id);
  const form = useContractForm<Values>(ChangeWebhook.pick({ url: true, events: true }).required(), {
    url: webhook.url,
    events: webhook.events.filter((type) => type !== 'webhook.test'),
  });
  const isInbox = webhook.source === 'inbox';
  const submit = ({ url, events }: Values) =>
    change.mutate(isInbox ? { events } : { url, events }, { onError: form.refuse });
  return (
    <form onSubmit={form.onSubmit(submit)}>
      <Stack>
        {isInbox ? (
          <Copyable value={webhook.url} label="Copy the address of the inbox" block />
        ) : (
          <TextInput label="Address" inputMode="url" required {...form.getInputProps('url')} />
        )}
        <EventChoice {...form.getInputProps('events')} />
        <FormProblem error={change.error} form={form} />
        <Group justify="flex-end">
          <Button type="submit" disabled={!form.isDirty()} loading={change.isPending}>
            Save changes
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
