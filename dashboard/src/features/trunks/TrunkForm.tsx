import { Alert, Button, Fieldset, Group, NumberInput, Stack, TagsInput, TextInput } from '@mantine/core';
import { CreateTrunk, type Trunk, type TrunkPreset, trunkDefaults } from '@parley/contract';
import { useState } from 'react';
import { FormProblem } from '../../components/FormProblem.tsx';
import { Icon } from '../../components/Icon.tsx';
import { useContractForm } from '../../components/use-contract-form.ts';
import { TestSteps } from './TestSteps.tsx';
import { TrunkAuthentication } from './TrunkAuthentication.tsx';
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

/** Empty fields are not the empty text but nothing. */
const orNull = (text: string) => (text === '' ? null : text);

function settingsOf(trunk: Trunk | null) {
  const { name, host, port, transport, authentication, username, inbound_addresses, caller_id, max_calls } = trunk ?? {
    ...trunkDefaults,
    ...{ name: '', host: '', inbound_addresses: [] as string[] },
  };
  const { srtp, codecs } = trunk ?? trunkDefaults;
  return {
    ...{ name, host, port, transport, authentication, username, inbound_addresses, caller_id, max_calls },
    ...{ srtp, codecs: [...codecs] },
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
  const tryIt = () => {
    const problems = ['host', 'port'].map((field) => form.validateField(field).hasError);
    const { host, port = trunkDefaults.port, transport, authentication, username, password } = values;
    const credentials = isKnownByPassword ? { authentication, username: username ?? null, password } : {};
    if (!problems.includes(true)) attempt.mutate({ host, port, transport, ...credentials });
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
            <TrunkSound form={form} />
            <TextInput
              label="Caller id"
              description="Shown to callees when the call is from a number that is not of this trunk"
              placeholder="+493012345678"
              type="tel"
              {...form.getInputProps('caller_id')}
              value={values.caller_id ?? ''}
              onChange={(event) => form.setFieldValue('caller_id', orNull(event.currentTarget.value))}
            />
            <NumberInput
              label="Calls at once"
              description="Both ways together; empty for no limit"
              min={1}
              allowDecimal={false}
              {...form.getInputProps('max_calls')}
              value={values.max_calls ?? ''}
              onChange={(most) => form.setFieldValue('max_calls', typeof most === 'number' ? most : null)}
            />
            <TagsInput
              label="Further addresses"
              description="Where calls and sound come from besides the host: addresses or networks, Enter after each"
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
            Asking {values.host} … An answer comes within five seconds, or none does.
          </Alert>
        )}
        <Group justify="space-between">
          <Button variant="default" onClick={tryIt} disabled={attempt.isPending || lacksPassword}>
            Try it
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
