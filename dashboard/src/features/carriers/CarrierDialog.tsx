import { Alert, Button, Group, Modal, PasswordInput, Stack, TextInput } from '@mantine/core';
import { type CarrierAccount, type CarrierTest, CreateCarrier } from '@parley/contract';
import { useEffect, useRef } from 'react';
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
  /** Whether it begins with a test of what is stored. */
  tests: boolean;
  onClose: () => void;
}

const names: Record<CarrierTest['steps'][number]['name'], string> = {
  public_url: 'Address of this service',
  websocket: 'WebSockets to it',
  credentials: 'Credentials',
  numbers: 'Numbers',
  connection: 'Voice API application',
  signature: 'Signature',
};

/** Connects a carrier account, or changes its secret; what is saved is tested at once, and can be corrected where the test fails. */
export function CarrierDialog({ kind, carrier, tests, onClose }: CarrierDialogProps) {
  const { name, account, secret, hasPublicKey, empty } = carrierKinds[kind];
  const form = useContractForm<CreateCarrier>(CreateCarrier, carrier ? valuesOf(carrier) : empty);
  const test = useTestCarrier();
  const save = useSaveCarrier({
    onSaved: ({ carrier_id }) => test.mutate(carrier_id),
    onError: form.refuse,
  });
  const stored = save.data ?? carrier;
  const isBusy = save.isPending || test.isPending;
  const isDone = test.data?.ok === true;
  // Strict effects run twice, and a test counts.
  const isAsked = useRef(false);
  useEffect(() => {
    if (!tests || carrier === null || isAsked.current) return;
    isAsked.current = true;
    test.mutate(carrier.carrier_id);
  });
  return (
    <Modal opened onClose={onClose} title={carrier ? carrier.name : `Connect ${name}`} size="lg">
      <form
        onSubmit={form.onSubmit((body) => save.mutate({ carrierId: stored?.carrier_id ?? null, body }))}
        noValidate
        autoComplete="off"
      >
        <Stack>
          <TextInput
            label={account.label}
            description={account.description}
            placeholder={account.placeholder}
            autoCapitalize="none"
            spellCheck={false}
            disabled={stored !== null}
            data-autofocus={carrier === null || undefined}
            {...form.getInputProps(account.field)}
          />
          <PasswordInput
            label={stored ? `New ${secret.noun}` : secret.label}
            description={secret.description}
            disabled={isBusy || isDone}
            {...form.getInputProps(secret.field)}
          />
          {hasPublicKey && (
            <TextInput
              label="Public key"
              description="In the portal under Keys and credentials. Telnyx signs its reports with it."
              autoCapitalize="none"
              spellCheck={false}
              disabled={isBusy || isDone}
              {...form.getInputProps('public_key')}
            />
          )}
          <FormProblem error={save.error ?? test.error} form={form} />
          {test.isPending && (
            <Alert icon={<Icon name="clock" />} role="status">
              Testing the connection with {name} …
            </Alert>
          )}
          {test.data && !test.isPending && (
            <TestStepList
              ok={test.data.ok}
              steps={test.data.steps.map((step) => ({ ...step, name: names[step.name] }))}
            />
          )}
          <Group justify="flex-end" gap="xs">
            <Button variant={isDone ? 'filled' : 'subtle'} color={isDone ? undefined : 'gray'} onClick={onClose}>
              {isDone ? 'Done' : stored ? 'Later' : 'Cancel'}
            </Button>
            {!isDone && (
              <Button type="submit" loading={isBusy}>
                {stored ? 'Save and test' : 'Connect'}
              </Button>
            )}
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
