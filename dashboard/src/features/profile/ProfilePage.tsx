import { Button, Group, Stack, TextInput } from '@mantine/core';
import { ChangeProfile } from '@parley/contract';
import { FormProblem } from '../../components/FormProblem.tsx';
import { LanguageSelect } from '../../components/LanguageSelect.tsx';
import { PageHeader } from '../../components/PageHeader.tsx';
import { useContractForm } from '../../components/use-contract-form.ts';
import { ZoneSelect } from '../../components/ZoneSelect.tsx';
import { useSession } from '../session/use-session.ts';
import { useUpdateProfile } from './use-update-profile.ts';

export function ProfilePage() {
  const { user, account, role } = useSession();
  const { name, language, timezone } = user;
  const form = useContractForm(ChangeProfile, { name, language, timezone });
  const update = useUpdateProfile(form.refuse);
  const languageProps = form.getInputProps('language');
  const timezoneProps = form.getInputProps('timezone');
  return (
    <>
      <PageHeader title="Profile" description={`You sign in as ${user.email}. Your role is ${role}.`} />
      <form onSubmit={form.onSubmit((values) => update.mutate(values))} noValidate>
        <Stack maw={460}>
          <TextInput label="Name" autoComplete="name" maxLength={100} {...form.getInputProps('name')} />
          <LanguageSelect
            label="Dates and numbers"
            value={form.values.language ?? null}
            onChange={languageProps.onChange}
            error={languageProps.error}
            placeholder={`As the account: ${account.language}`}
          />
          <ZoneSelect
            label="Time zone"
            value={form.values.timezone ?? null}
            onChange={timezoneProps.onChange}
            error={timezoneProps.error}
            placeholder={`As the account: ${account.timezone}`}
          />
          <FormProblem error={update.error} form={form} />
          <Group>
            <Button type="submit" loading={update.isPending}>
              Save profile
            </Button>
          </Group>
        </Stack>
      </form>
    </>
  );
}
