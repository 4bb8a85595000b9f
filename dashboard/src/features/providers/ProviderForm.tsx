import { Button, Checkbox, Group, PasswordInput, Select, Stack, Text, TextInput } from '@mantine/core';
import { CreateProvider, type Provider, ProviderVendor, vendorAbilities } from '@parley/contract';
import { useState } from 'react';
import { FormProblem } from '../../components/FormProblem.tsx';
import { useContractForm } from '../../components/use-contract-form.ts';
import type { ProviderUse } from './provider-uses.ts';
import { RenamedUses } from './RenamedUses.tsx';
import { useSaveProvider } from './use-save-provider.ts';
import { abilityNames, vendorNames } from './vendor-names.ts';

interface ProviderFormProps {
  /** Null for a new one. */
  provider: Provider | null;
  uses: readonly ProviderUse[];
  onSaved: (provider: Provider) => void;
  onCancel: () => void;
}

const vendors = ProviderVendor.options.map((vendor) => ({
  value: vendor,
  label: `${vendorNames[vendor]} (${vendorAbilities[vendor].map((ability) => abilityNames[ability]).join(', ')})`,
}));

const OWN_ADDRESS = "Leave empty for the vendor's own address. Enter another one for a region or a compatible server";

/** Of vendors that have no address of their own. */
const addressHelp: Partial<Record<ProviderVendor, { description: string; placeholder: string }>> = {
  azure: {
    description: 'The endpoint that its portal shows, in your region',
    placeholder: 'https://westeurope.api.cognitive.microsoft.com',
  },
  'openai-compatible': {
    description: 'Where the server speaks the protocol of OpenAI',
    placeholder: 'http://127.0.0.1:8000/v1',
  },
};

export function ProviderForm({ provider, uses, onSaved, onCancel }: ProviderFormProps) {
  const [forgetsKey, setForgetsKey] = useState(false);
  const form = useContractForm<CreateProvider>(CreateProvider, {
    vendor: provider?.vendor ?? 'deepgram',
    name: provider?.name,
    base_url: provider?.base_url ?? null,
    // Left out, the key that is stored stays.
    api_key: undefined,
  });
  const save = useSaveProvider({ provider, onSaved, onError: form.refuse });
  const { vendor, name, base_url: address, api_key: key } = form.values;
  const isOwnServer = vendor === 'openai-compatible';
  const hasKey = provider?.api_key_set === true;
  const submit = (values: CreateProvider) => save.mutate(forgetsKey ? { ...values, api_key: null } : values);
  return (
    <form onSubmit={form.onSubmit(submit)} noValidate autoComplete="off">
      <Stack>
        <Select
          label="Vendor"
          data={vendors}
          allowDeselect={false}
          disabled={provider !== null}
          data-autofocus={provider === null || undefined}
          {...form.getInputProps('vendor')}
        />
        <TextInput
          label="Name"
          description="What agents name it by, before the slash"
          placeholder={vendor}
          maxLength={100}
          {...form.getInputProps('name')}
          value={name ?? ''}
          onChange={(event) => form.setFieldValue('name', event.currentTarget.value || (provider ? '' : undefined))}
        />
        {provider && name !== provider.name && <RenamedUses uses={uses} />}
        <PasswordInput
          label={hasKey ? 'New key' : 'Key'}
          description={
            hasKey
              ? 'Leave empty to keep the stored key. It cannot be shown again.'
              : `From your account at ${isOwnServer ? 'the server, if it asks for one' : vendorNames[vendor]}. It is stored encrypted and never shown again.`
          }
          autoComplete="off"
          data-1p-ignore
          data-autofocus={provider !== null || undefined}
          disabled={forgetsKey}
          {...form.getInputProps('api_key')}
          value={key ?? ''}
          onChange={(event) => form.setFieldValue('api_key', event.currentTarget.value || undefined)}
        />
        {hasKey && address != null && (
          <Checkbox
            label="Forget the key: the server asks for none"
            checked={forgetsKey}
            onChange={(event) => setForgetsKey(event.currentTarget.checked)}
          />
        )}
        <TextInput
          label="Base address"
          description={addressHelp[vendor]?.description ?? OWN_ADDRESS}
          placeholder={addressHelp[vendor]?.placeholder ?? ''}
          type="url"
          autoCapitalize="none"
          spellCheck={false}
          {...form.getInputProps('base_url')}
          value={address ?? ''}
          onChange={(event) => form.setFieldValue('base_url', event.currentTarget.value || null)}
        />
        <Text size="sm" c="dimmed">
          What is saved is tested at once, by requests that cost what a few seconds of use cost.
        </Text>
        <FormProblem error={save.error} form={form} />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onCancel}>
            Cancel
          </Button>
          <Button type="submit" loading={save.isPending}>
            Save and test
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
