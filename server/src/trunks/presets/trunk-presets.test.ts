import { CreateTrunk, TrunkPreset, TrunkPresetName, trunkSettingsOf } from '@parley/contract';
import { expect, test } from 'vitest';
import { refuseCredentials } from '../refuse-credentials.ts';
import { trunkPresets } from './trunk-presets.ts';

test('there is one for each name, and each is what the contract says', () => {
  expect(trunkPresets.map(({ preset }) => preset).sort()).toEqual([...TrunkPresetName.options].sort());
  for (const preset of trunkPresets) expect(TrunkPreset.parse(preset)).toEqual(preset);
});

test.each(trunkPresets)('$name: what it fills in, and what it asks for, make a trunk', (preset) => {
  const settings = trunkSettingsOf(preset);
  const asked = {
    ...(preset.username_hint === null ? {} : { username: 'user' }),
    ...(preset.password_hint === null ? {} : { password: 'secret' }),
  };
  const trunk = CreateTrunk.parse({ name: preset.name, host: 'pbx.example.com', ...settings, ...asked });
  refuseCredentials({
    authentication: trunk.authentication!,
    username: trunk.username ?? null,
    password_set: trunk.password !== undefined,
    registration_mode: 'single',
  });
  if (preset.encrypted) expect(CreateTrunk.safeParse({ ...trunk, ...preset.encrypted }).success).toBe(true);
});

test.each(trunkPresets)('$name: it says what to do there, and where that is written', (preset) => {
  expect(preset.steps.length).toBeGreaterThan(0);
  expect(new URL(preset.documentation_url).protocol).toBe('https:');
  for (const text of [...preset.steps, ...preset.notes, preset.host_hint]) expect(text).toMatch(/^[A-Za-z].*\.$/);
});
