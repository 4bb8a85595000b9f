import { Alert, Button, Fieldset, Group, NumberInput, Stack, TagsInput, Text, TextInput } from '@mantine/core';
import { CreateTrunk, type Trunk, type TrunkPreset, trunkDefaults } from '@parley/contract';
import { useState } from 'react';
import { FormProblem } from '../../components/FormProblem.tsx';
import { Icon } from '../../components/Icon.tsx';
import { useContractForm } from '../../components/use-contract-form.ts';
import { TestSteps } from './TestSteps.tsx';
import { TrunkAuthentication } from './TrunkAuthentication.tsx';
import { TrunkFallback } from './TrunkFallback.tsx';
import { TrunkPresetField } from './TrunkPresetField.tsx';
import { TrunkSound } from './TrunkSound.tsx';
import { TrunkTransport } from './TrunkTransport.tsx';
import { useSaveTrunk } from './use-save-trunk.ts';
import { useTryTrunk } from './use-try-trunk.ts';

interface TrunkFormProps {
  /** Null for a new one. */
  trunk: Trunk | null;
  onSaved: (trunk: Trunk) => void;
  onCancel: () => void;
}

/** What a test asks with. */
const TRIED = [
  ...(['host', 'port', 'transport', 'outbound_proxy', 'authentication', 'username'] as const),
  'registration_mode',
] as const;

/** Empty fields are not the empty text but nothing. */
const orNull = (text: string) => (text === '' ? null : text);

function settingsOf(trunk: Trunk | null) {
  const { name, host, port, transport, authentication, username, inbound_addresses, caller_id, max_calls } = trunk ?? {
    ...trunkDefaults,
    ...{ name: '', host: '', inbound_addresses: [] as string[] },
  };
  const { srtp, codecs, outbound_proxy, registration_mode, fallback_trunk_id } = trunk ?? trunkDefaults;
  return {
    ...{ name, host, port, transport, authentication, username, inbound_addresses, caller_id, max_calls },
    ...{ srtp, codecs: [...codecs], outbound_proxy, registration_mode, fallback_trunk_id },
  };
}

/** The settings of a trunk, which can be tried before they are saved. */
export function TrunkForm({ trunk, onSaved, onCancel }: TrunkFormProps) {
  const form = useContractForm<CreateTrunk>(CreateTrunk, settingsOf(trunk), { phones: ['caller_id'] });
  const save = useSaveTrunk({ trunkId: trunk?.trunk_id ?? null, onSaved, onError: form.refuse });
  const attempt = useTryTrunk({ onError: form.refuse });
  const [preset, setPreset] = useState<TrunkPreset | null>(null);
  const values = form.getValues();
  const isKnownByPassword = values.authentication === 'digest' || values.authentication === 'register';
  const lacksPassword = isKnownByPassword && values.password === undefined;
  // The stored password is tried with the settings that it was stored for, and with no others.
  const triesStored =
    lacksPassword && trunk?.password_set === true && TRIED.every((field) => values[field] === trunk[field]);
  const tryIt = () => {
    const problems = ['host', 'port', 'outbound_proxy'].map((field) => form.validateField(field).hasError);
    const { host, port = trunkDefaults.port, transport, outbound_proxy } = values;
    const { authentication, username = null, password, registration_mode } = values;
    const credentials = isKnownByPassword ? { authentication, username, password, registration_mode } : {};
    if (problems.includes(true)) return;
    if (triesStored && trunk) attempt.mutate({ trunk_id: trunk.trunk_id });
    else attempt.mutate({ host, port, transport, outbound_proxy, ...credentials });
  };
  return (
    <form onSubmit={form.onSubmit((settings) => save.mutate(settings))}>
      <Stack>
        {trunk === null && <TrunkPresetField form={form} chosen={preset} onChoose={setPreset} />}
        <TextInput label="Name" placeholder="Office PBX" data-autofocus {...form.getInputProps('name')} />
        <Group align="flex-start" wrap="nowrap" gap="sm">
          <TextInput
            label="Host"
            description={preset?.host_hint}
            placeholder="sip.example.com"
            flex={1}
            autoCapitalize="none"
            spellCheck={false}
            {...form.getInputProps('host')}
          />
          <NumberInput label="Port" w={96} hideControls allowDecimal={false} {...form.getInputProps('port')} />
        </Group>
        <TrunkTransport form={form} />
        <TrunkAuthentication form={form} hasPassword={trunk?.password_set ?? false} preset={preset} />
        <Fieldset legend="Optional">
          <Stack gap="sm">
            <TextInput
              label="Outbound proxy"
              description="Send all SIP messages to this server instead of the host, if your provider asks for it"
              placeholder="sbc.example.com:5060"
              autoCapitalize="none"
              spellCheck={false}
              {...form.getInputProps('outbound_proxy')}
              value={values.outbound_proxy ?? ''}
              onChange={(event) => form.setFieldValue('outbound_proxy', orNull(event.currentTarget.value))}
            />
            <TrunkSound form={form} />
            <TextInput
              label="Caller id"
              description="Shown when a call is made from a number that does not belong to this trunk"
              placeholder="+493012345678"
              type="tel"
              {...form.getInputProps('caller_id')}
              value={values.caller_id ?? ''}
              onChange={(event) => form.setFieldValue('caller_id', orNull(event.currentTarget.value))}
            />
            <TrunkFallback form={form} trunkId={trunk?.trunk_id ?? null} />
            <NumberInput
              label="Concurrent calls"
              description="Inbound and outbound together. Leave empty for no limit"
              min={1}
              allowDecimal={false}
              {...form.getInputProps('max_calls')}
              value={values.max_calls ?? ''}
              onChange={(most) => form.setFieldValue('max_calls', typeof most === 'number' ? most : null)}
            />
            <TagsInput
              label="Additional addresses"
              description="Other addresses or networks that calls and audio come from. Press Enter after each"
              placeholder={values.inbound_addresses?.length ? '' : '198.51.100.0/24'}
              {...form.getInputProps('inbound_addresses')}
              error={inboundProblem(form.errors)}
            />
          </Stack>
        </Fieldset>
        {attempt.data && !attempt.isPending && <TestSteps test={attempt.data} />}
        <FormProblem error={save.error ?? attempt.error} form={form} />
        {attempt.isPending && (
          <Alert icon={<Icon name="clock" />} role="status">
            Testing the connection with {values.host} … This takes a few seconds.
          </Alert>
        )}
        {lacksPassword && !triesStored && (
          <Text size="sm" c="dimmed">
            {trunk?.password_set
              ? 'To test changed settings, enter the password again.'
              : 'To test, enter the password.'}
          </Text>
        )}
        <Group justify="space-between">
          <Button variant="default" onClick={tryIt} disabled={attempt.isPending || (lacksPassword && !triesStored)}>
            Test
          </Button>
          <Group gap="xs">
            <Button variant="subtle" color="gray" onClick={onCancel}>
              Cancel
            </Button>
            <Button type="submit" loading={save.isPending}>
              Save trunk
            </Button>
          </Group>
        </Group>
      </Stack>
    </form>
  );
}

/** A fault of one entry is the field's. */
function inboundProblem(errors: Record<string, unknown>): string | undefined {
  const [, problem] = Object.entries(errors).find(([path]) => path.startsWith('inbound_addresses')) ?? [];
  return typeof problem === 'string' ? problem : undefined;
}
