import { Group, Stack, Text, TextInput } from '@mantine/core';
import { ConfirmTotp, type TotpSecret } from '@parley/contract';
import { Copyable } from '../../components/Copyable.tsx';
import { FormButtons } from '../../components/FormButtons.tsx';
import { FormProblem } from '../../components/FormProblem.tsx';
import { useContractForm } from '../../components/use-contract-form.ts';
import { QrCode } from './QrCode.tsx';
import { useConfirmTotp } from './use-totp.ts';

interface ScanSecretProps {
  secret: TotpSecret;
  onConfirmed: (recoveryCodes: readonly string[]) => void;
  onCancel: () => void;
}

export function ScanSecret({ secret, onConfirmed, onCancel }: ScanSecretProps) {
  const form = useContractForm(ConfirmTotp, { code: '' });
  const confirmTotp = useConfirmTotp({ onDone: onConfirmed, onError: form.refuse });
  return (
    <form onSubmit={form.onSubmit((values) => confirmTotp.mutate(values))} noValidate>
      <Stack>
        <Text size="sm">Scan this with your authenticator app, then type the six digits that it shows.</Text>
        <Group align="flex-start" gap="lg">
          <QrCode text={secret.otpauth_url} label="QR code for the authenticator app" />
          <Stack gap="xs" flex={1} miw={200}>
            <Text size="sm" c="dimmed">
              If you cannot scan it, type this into the app:
            </Text>
            <Copyable
              value={secret.secret}
              label="Copy the secret"
              shown={secret.secret.replace(/(.{4})(?=.)/g, '$1 ')}
            />
          </Stack>
        </Group>
        <TextInput
          label="Code"
          autoComplete="one-time-code"
          inputMode="numeric"
          maxLength={7}
          data-autofocus
          {...form.getInputProps('code')}
        />
        <FormProblem error={confirmTotp.error} form={form} />
        <FormButtons submit="Turn it on" isPending={confirmTotp.isPending} onCancel={onCancel} />
      </Stack>
    </form>
  );
}
