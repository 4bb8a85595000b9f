import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { ChangeAccount } from '@parley/contract';
import { Copyable } from '../../components/Copyable.tsx';
import { FormProblem } from '../../components/FormProblem.tsx';
import { LanguageSelect } from '../../components/LanguageSelect.tsx';
import { PageHeader } from '../../components/PageHeader.tsx';
import { useContractForm } from '../../components/use-contract-form.ts';
import { ZoneSelect } from '../../components/ZoneSelect.tsx';
import { useCan, useSession } from '../session/use-session.ts';
import { useUpdateAccount } from './use-update-account.ts';

export function AccountPage() {
  const { account } = useSession();
  const mayChange = useCan('account:write');
  const form = useContractForm(ChangeAccount, {
    name: account.name,
    language: account.language,
    timezone: account.timezone,
  });
  const update = useUpdateAccount(form.refuse);
  return (
    <>
      <PageHeader title="Account" description="The defaults for users who have not chosen their own settings." />
      <form onSubmit={form.onSubmit((values) => update.mutate(values))} noValidate>
        <Stack maw={460}>
          {!mayChange && (
            <Text size="sm" c="dimmed">
              Only an owner can change the account.
            </Text>
          )}
          <TextInput label="Name" maxLength={100} disabled={!mayChange} {...form.getInputProps('name')} />
          <LanguageSelect
            label="Dates and numbers"
            value={form.values.language ?? null}
            onChange={(language) => language !== null && form.setFieldValue('language', language)}
            error={form.errors.language}
            disabled={!mayChange}
          />
          <ZoneSelect
            label="Time zone"
            description="Also defines when a day begins and ends in statistics."
            value={form.values.timezone ?? null}
            onChange={(timezone) => timezone !== null && form.setFieldValue('timezone', timezone)}
            error={form.errors.timezone}
            disabled={!mayChange}
          />
          <div>
            <Text size="sm" fw={500} mb={4}>
              Account id
            </Text>
            <Copyable value={account.account_id} label="Copy the account id" />
          </div>
          <FormProblem error={update.error} form={form} />
          {mayChange && (
            <Group>
              <Button type="submit" loading={update.isPending}>
                Save account
              </Button>
            </Group>
          )}
        </Stack>
      </form>
    </>
  );
}
