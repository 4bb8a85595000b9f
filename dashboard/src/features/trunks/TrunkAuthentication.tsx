import { Checkbox, PasswordInput, Select, TextInput } from '@mantine/core';
import type { CreateTrunk, TrunkPreset } from '@parley/contract';
import type { useContractForm } from '../../components/use-contract-form.ts';

const WAYS = [
  { value: 'none', label: 'IP address' },
  { value: 'digest', label: 'User name and password' },
  { value: 'register', label: 'Registration with user name and password' },
];

interface TrunkAuthenticationProps {
  form: ReturnType<typeof useContractForm<CreateTrunk>>;
  /** Whether a password is stored. */
  hasPassword: boolean;
  /** Of whom it is; null: not known. */
  preset: TrunkPreset | null;
}

/** How the trunk knows us. */
export function TrunkAuthentication({ form, hasPassword, preset }: TrunkAuthenticationProps) {
  const { authentication, username, password, registration_mode } = form.getValues();
  const choose = (way: string | null) => {
    form.setFieldValue('authentication', way as CreateTrunk['authentication']);
    if (way !== 'register') form.setFieldValue('registration_mode', 'single');
    if (way !== 'none') return;
    form.setFieldValue('username', null);
    form.setFieldValue('password', undefined);
  };
  return (
    <>
      <Select
        label="Authentication"
        description={
          authentication === 'register'
            ? 'Parley registers with the provider, which then sends your calls here.'
            : undefined
        }
        data={WAYS}
        allowDeselect={false}
        {...form.getInputProps('authentication')}
        value={authentication ?? 'none'}
        onChange={choose}
      />
      {authentication !== undefined && authentication !== 'none' && (
        <>
          <TextInput
            label="User name"
            description={preset?.username_hint}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            {...form.getInputProps('username')}
            value={username ?? ''}
            onChange={(event) => form.setFieldValue('username', event.currentTarget.value || null)}
          />
          <PasswordInput
            label={hasPassword ? 'New password' : 'Password'}
            description={
              hasPassword
                ? 'Leave empty to keep the stored password. If you change the host, enter it again.'
                : `${preset?.password_hint ?? 'The SIP password, which may differ from the one for the website.'} It is stored encrypted and never shown again.`
            }
            autoComplete="off"
            data-1p-ignore
            {...form.getInputProps('password')}
            value={password ?? ''}
            onChange={(event) => form.setFieldValue('password', event.currentTarget.value || undefined)}
          />
        </>
      )}
      {authentication === 'register' && (
        <Checkbox
          label="Register all numbers at once"
          description="For a provider that asks for bulk registration (RFC 6140). Others refuse it."
          {...form.getInputProps('registration_mode')}
          checked={registration_mode === 'bulk'}
          onChange={(event) => form.setFieldValue('registration_mode', event.currentTarget.checked ? 'bulk' : 'single')}
        />
      )}
    </>
  );
}
