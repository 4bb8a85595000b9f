import { Button, Group, Modal, Text } from '@mantine/core';
import type { TotpSecret } from '@parley/contract';
import { useState } from 'react';
import { StatusBadge } from '../../components/StatusBadge.tsx';
import { useSession } from '../session/use-session.ts';
import { ConfirmPasswordForm } from './ConfirmPasswordForm.tsx';
import { RecoveryCodes } from './RecoveryCodes.tsx';
import { ScanSecret } from './ScanSecret.tsx';
import { useBeginTotp, useDisableTotp, useMakeRecoveryCodes } from './use-totp.ts';

type Dialog =
  | { name: 'begin' | 'disable' | 'recovery' }
  | { name: 'scan'; secret: TotpSecret }
  | { name: 'codes'; codes: readonly string[] };

const titles = {
  begin: 'Set up an authenticator app',
  scan: 'Set up an authenticator app',
  disable: 'Remove the authenticator app',
  recovery: 'New recovery codes',
  codes: 'Recovery codes',
};

/** The open dialog shows the error. */
const onError = () => {};

export function TotpSection() {
  const { user } = useSession();
  const [dialog, setDialog] = useState<Dialog | null>(null);
  const close = () => setDialog(null);
  const begin = useBeginTotp({ onDone: (secret) => setDialog({ name: 'scan', secret }), onError });
  const disable = useDisableTotp({ onDone: close, onError });
  const recovery = useMakeRecoveryCodes({ onDone: (codes) => setDialog({ name: 'codes', codes }), onError });
  const open = (name: 'begin' | 'disable' | 'recovery') => {
    for (const mutation of [begin, disable, recovery]) mutation.reset();
    setDialog({ name });
  };
  return (
    <>
      <Text size="sm" mb="sm" maw={560}>
        {user.totp_enabled
          ? `Sign-in asks for a code of your authenticator app. ${user.recovery_codes_left} recovery codes are left.`
          : 'Sign-in also asks for a code from an app on your phone, so a stolen password is not enough.'}
      </Text>
      <Group>
        <StatusBadge tone={user.totp_enabled ? 'good' : 'neutral'}>{user.totp_enabled ? 'On' : 'Off'}</StatusBadge>
        {user.totp_enabled ? (
          <>
            <Button variant="default" onClick={() => open('recovery')}>
              New recovery codes
            </Button>
            <Button variant="default" onClick={() => open('disable')}>
              Remove app
            </Button>
          </>
        ) : (
          <Button onClick={() => open('begin')}>Set up app</Button>
        )}
      </Group>
      <Modal
        opened={dialog !== null}
        onClose={close}
        title={dialog && titles[dialog.name]}
        closeOnEscape={dialog?.name !== 'codes'}
        size="lg"
      >
        {dialog?.name === 'begin' && (
          <ConfirmPasswordForm
            action="Continue"
            isPending={begin.isPending}
            error={begin.error}
            onConfirm={(body) => begin.mutate(body)}
            onCancel={close}
          >
            You need an authenticator app on your telephone, such as Aegis, 1Password or Google Authenticator.
          </ConfirmPasswordForm>
        )}
        {dialog?.name === 'scan' && (
          <ScanSecret
            secret={dialog.secret}
            onConfirmed={(codes) => setDialog({ name: 'codes', codes })}
            onCancel={close}
          />
        )}
        {dialog?.name === 'disable' && (
          <ConfirmPasswordForm
            action="Remove app"
            destructive
            isPending={disable.isPending}
            error={disable.error}
            onConfirm={(body) => disable.mutate(body)}
            onCancel={close}
          >
            After that, your password is enough to sign in. Your recovery codes stop working.
          </ConfirmPasswordForm>
        )}
        {dialog?.name === 'recovery' && (
          <ConfirmPasswordForm
            action="Make new codes"
            isPending={recovery.isPending}
            error={recovery.error}
            onConfirm={(body) => recovery.mutate(body)}
            onCancel={close}
          >
            Your current codes stop working when you create new ones.
          </ConfirmPasswordForm>
        )}
        {dialog?.name === 'codes' && <RecoveryCodes codes={dialog.codes} onClose={close} />}
      </Modal>
    </>
  );
}
