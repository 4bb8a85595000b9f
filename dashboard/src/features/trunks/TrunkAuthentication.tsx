import { PasswordInput, Select, TextInput } from '@mantine/core';
import type { CreateTrunk, TrunkPreset } from '@parley/contract';
import type { useContractForm } from '../../components/use-contract-form.ts';

const WAYS = [
  { value: 'none', label: 'By our address' },
  { value: 'digest', label: 'By user name and password' },
  { value: 'register', label: 'By user name and password, and Parley registers' },
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
  const { authentication, username, password } = form.getValues();
  const choose = (way: string | null) => {
    form.setFieldValue('authentication', way as CreateTrunk['authentication']);
    if (way !== 'none') return;
    form.setFieldValue('username', null);
    form.setFieldValue('password', undefined);
  };
  return (
    <>
      <Select
        label="It knows Parley"
        description={authentication === 'register' ? 'The registration tells it where calls to you go.' : undefined}
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
                ? 'Empty: the password that is stored stays, for this host alone. No one can read it again.'
                : `${preset?.password_hint ?? 'The one for calls.'} It is sealed at once, and never shown again.`
            }
            autoComplete="off"
            data-1p-ignore
            {...form.getInputProps('password')}
            value={password ?? ''}
            onChange={(event) => form.setFieldValue('password', event.currentTarget.value || undefined)}
          />
        </>
      )}
    </>
  );
}
