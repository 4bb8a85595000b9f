import { Alert, Button, Group, Modal, PasswordInput, Stack, TextInput } from '@mantine/core';
import { type CarrierAccount, type CarrierTest, CreateCarrier } from '@parley/contract';
import { FormProblem } from '../../components/FormProblem.tsx';
import { Icon } from '../../components/Icon.tsx';
import { TestStepList } from '../../components/TestStepList.tsx';
import { useContractForm } from '../../components/use-contract-form.ts';
import { carrierKinds, valuesOf } from './carrier-kinds.ts';
import { useSaveCarrier } from './use-save-carrier.ts';
import { useTestCarrier } from './use-test-carrier.ts';

interface CarrierDialogProps {
  kind: CarrierAccount['kind'];
  /** Null for a new one. */
  carrier: CarrierAccount | null;
  onClose: () => void;
}

const names: Record<CarrierTest['steps'][number]['name'], string> = {
  public_url: 'Way to this service',
  credentials: 'Credentials',
  connection: 'Voice API application',
};

/** Connects a carrier account, or changes its secret; what is saved is tested at once. */
export function CarrierDialog({ kind, carrier, onClose }: CarrierDialogProps) {
  const { name, account, secret, hasPublicKey, empty } = carrierKinds[kind];
  const form = useContractForm<CreateCarrier>(CreateCarrier, carrier ? valuesOf(carrier) : empty);
  const test = useTestCarrier();
  const save = useSaveCarrier({
    carrierId: carrier?.carrier_id ?? null,
    onSaved: ({ carrier_id }) => test.mutate(carrier_id),
    onError: form.refuse,
  });
  const isSaved = save.isSuccess;
  return (
    <Modal
      opened
      onClose={onClose}
      title={carrier ? `New ${secret.noun} for ${carrier.name}` : `Connect ${name}`}
      size="lg"
    >
      <form onSubmit={form.onSubmit((values) => save.mutate(values))} noValidate autoComplete="off">
        <Stack>
          <TextInput
            label={account.label}
            description={account.description}
            placeholder={account.placeholder}
            autoCapitalize="none"
            spellCheck={false}
            disabled={carrier !== null || isSaved}
            data-autofocus={carrier === null || undefined}
            {...form.getInputProps(account.field)}
          />
          <PasswordInput
            label={secret.label}
            description={secret.description}
            disabled={isSaved}
            {...form.getInputProps(secret.field)}
          />
          {hasPublicKey && (
            <TextInput
              label="Public key"
              description="In the portal under Keys and credentials. Telnyx signs with it what it reports."
              autoCapitalize="none"
              spellCheck={false}
              disabled={isSaved}
              {...form.getInputProps('public_key')}
            />
          )}
          <FormProblem error={save.error ?? test.error} form={form} />
          {test.isPending && (
            <Alert icon={<Icon name="clock" />} role="status">
              Asking {name} …
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
                {carrier ? 'Save' : 'Connect'}
              </Button>
            )}
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
