import { Alert, Button, Group, Modal, PasswordInput, Stack, TextInput } from '@mantine/core';
import { type CarrierAccount, type CarrierTest, CreateCarrier } from '@parley/contract';
import { FormProblem } from '../../components/FormProblem.tsx';
import { Icon } from '../../components/Icon.tsx';
import { TestStepList } from '../../components/TestStepList.tsx';
import { useContractForm } from '../../components/use-contract-form.ts';
import { useSaveCarrier } from './use-save-carrier.ts';
import { useTestCarrier } from './use-test-carrier.ts';

interface CarrierDialogProps {
  /** Null for a new one. */
  carrier: CarrierAccount | null;
  onClose: () => void;
}

const names: Record<CarrierTest['steps'][number]['name'], string> = {
  public_url: 'Way to this service',
  credentials: 'Auth token',
};

/** Connects a Twilio account, or changes its token; what is saved is tested at once. */
export function CarrierDialog({ carrier, onClose }: CarrierDialogProps) {
  const form = useContractForm<CreateCarrier>(CreateCarrier, {
    ...{ kind: 'twilio', account_sid: carrier?.account_sid ?? '', auth_token: '' },
  });
  const test = useTestCarrier();
  const save = useSaveCarrier({
    carrierId: carrier?.carrier_id ?? null,
    onSaved: ({ carrier_id }) => test.mutate(carrier_id),
    onError: form.refuse,
  });
  const isSaved = save.isSuccess;
  return (
    <Modal opened onClose={onClose} title={carrier ? `New auth token for ${carrier.name}` : 'Connect Twilio'} size="lg">
      <form onSubmit={form.onSubmit((values) => save.mutate(values))} noValidate autoComplete="off">
        <Stack>
          <TextInput
            label="Account SID"
            description="On the first page of the Twilio console"
            placeholder="AC…"
            autoCapitalize="none"
            spellCheck={false}
            disabled={carrier !== null || isSaved}
            data-autofocus={carrier === null || undefined}
            {...form.getInputProps('account_sid')}
          />
          <PasswordInput
            label="Auth token"
            description="Below the account SID. It is sealed at once, and never shown again."
            disabled={isSaved}
            {...form.getInputProps('auth_token')}
          />
          <FormProblem error={save.error ?? test.error} form={form} />
          {test.isPending && (
            <Alert icon={<Icon name="clock" />} role="status">
              Asking Twilio …
            </Alert>
          )}
          {test.data && (
            <TestStepList
              ok={test.data.ok}
              steps={test.data.steps.map((step) => ({ ...step, name: names[step.name] }))}
            />
          )}
          <Group justify="flex-end" gap="xs">
            <Button variant={isSaved ? 'filled' : 'subtle'} color={isSaved ? undefined : 'gray'} onClick={onClose}>
              {isSaved ? 'Done' : 'Cancel'}
            </Button>
            {!isSaved && (
              <Button type="submit" loading={save.isPending}>
                {carrier ? 'Save token' : 'Connect'}
              </Button>
            )}
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
