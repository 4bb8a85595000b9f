import { Button, Group, PasswordInput, Stack } from '@mantine/core';
import { ChangePassword } from '@parley/contract';
import { FormProblem } from '../../components/FormProblem.tsx';
import { useContractForm } from '../../components/use-contract-form.ts';
import { useSession } from '../session/use-session.ts';
import { useChangePassword } from './use-change-password.ts';

export function PasswordForm() {
  const { user } = useSession();
  const form = useContractForm(
    ChangePassword,
    user.password_set ? { current_password: '', password: '' } : { password: '' },
  );
  const change = useChangePassword({ onChanged: form.reset, onError: form.refuse });
  return (
    <form onSubmit={form.onSubmit((values) => change.mutate(values))} noValidate>
      <Stack maw={420}>
        {/* For password managers: whose password it is. */}
        <input type="text" autoComplete="username" value={user.email} readOnly hidden />
        {user.password_set && (
          <PasswordInput
            label="Password now"
            autoComplete="current-password"
            visibilityToggleButtonProps={{ 'aria-label': 'Show the password' }}
            {...form.getInputProps('current_password')}
          />
        )}
        <PasswordInput
          label="New password"
          description="At least 10 characters. A sentence is easy to remember."
          autoComplete="new-password"
          visibilityToggleButtonProps={{ 'aria-label': 'Show the new password' }}
          {...form.getInputProps('password')}
        />
        <FormProblem error={change.error} form={form} />
        <Group>
          <Button type="submit" loading={change.isPending}>
            {user.password_set ? 'Change password' : 'Set password'}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
