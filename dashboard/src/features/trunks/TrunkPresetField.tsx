import { Anchor, List, Select, Stack, Text } from '@mantine/core';
import { type CreateTrunk, type TrunkPreset, trunkSettingsOf } from '@parley/contract';
import { useQuery } from '@tanstack/react-query';
import type { useContractForm } from '../../components/use-contract-form.ts';
import { presetsQuery } from './presets-query.ts';

interface TrunkPresetFieldProps {
  form: ReturnType<typeof useContractForm<CreateTrunk>>;
  chosen: TrunkPreset | null;
  onChoose: (preset: TrunkPreset | null) => void;
}

/** Fills in how a provider or telephone system is connected. What the person has entered stays where the preset has nothing. */
export function TrunkPresetField({ form, chosen, onChoose }: TrunkPresetFieldProps) {
  const presets = useQuery(presetsQuery).data?.data ?? [];
  const group = (kind: TrunkPreset['kind']) =>
    presets.filter((preset) => preset.kind === kind).map(({ preset, name }) => ({ value: preset, label: name }));
  const choose = (value: string | null) => {
    const preset = presets.find((known) => known.preset === value) ?? null;
    onChoose(preset);
    if (preset === null) return;
    form.setValues(trunkSettingsOf(preset));
    if (form.getValues().name === '') form.setFieldValue('name', preset.name);
    if (preset.authentication === 'none') form.setValues({ username: null, password: undefined });
  };
  return (
    <Stack gap="xs">
      <Select
        label="Provider or telephone system"
        description="Fills in the known settings"
        placeholder="Other"
        data={[
          { group: 'Providers', items: group('provider') },
          { group: 'Your own telephone system', items: group('pbx') },
        ]}
        clearable
        searchable
        value={chosen?.preset ?? null}
        onChange={choose}
      />
      {chosen && <PresetWords preset={chosen} />}
    </Stack>
  );
}

function PresetWords({ preset }: { preset: TrunkPreset }) {
  return (
    <Stack gap="xs">
      <Text size="sm" fw={500}>
        Set up at the provider first
      </Text>
      <List type="ordered" size="sm" spacing={4}>
        {preset.steps.map((step) => (
          <List.Item key={step}>{step}</List.Item>
        ))}
      </List>
      {preset.notes.map((note) => (
        <Text key={note} size="sm" c="dimmed">
          {note}
        </Text>
      ))}
      <Text size="sm" c="dimmed">
        {preset.tried ? 'Tested with a real system. ' : 'Based on its documentation; not tested with it. '}
        <Anchor href={preset.documentation_url} target="_blank" rel="noreferrer" size="sm">
          Documentation
        </Anchor>
      </Text>
    </Stack>
  );
}
