import type { TrunkPreset } from '@parley/contract';
import { trunkPresets } from '../trunks/presets/trunk-presets.ts';
import type { RunOnFiles } from './command.ts';
import { CommandError } from './command-error.ts';
import { table } from './table.ts';

/** @throws CommandError where there is none of this name */
export function presetNamed(name: string): TrunkPreset {
  const preset = trunkPresets.find((known) => known.preset === name);
  if (preset) return preset;
  const names = trunkPresets.map((known) => known.preset).join(', ');
  throw new CommandError('not_found', `There is no preset ${name}. There are ${names}.`, 'preset');
}

export const listPresets: RunOnFiles = async () => {
  const rows = trunkPresets.map(({ preset, name, host, port, transport, authentication, tried }) => ({
    ...{ preset, name, host: host ?? 'your own', port, transport, authentication },
    from: tried ? 'tried' : 'documents',
  }));
  return { json: { data: trunkPresets, total: trunkPresets.length }, text: table(rows) };
};

export const explainPreset: RunOnFiles = async ({ words }) => {
  const preset = presetNamed(words[0]!);
  const { username_hint: username, password_hint: password } = preset;
  const text = [
    `${preset.name}: ${preset.documentation_url}`,
    '',
    ...preset.steps.map((step, index) => `${index + 1}. ${step}`),
    '',
    `HOST             ${preset.host_hint}`,
    ...(username === null ? [] : [`--username       ${username}`]),
    ...(password === null ? [] : [`--password-file  ${password}`]),
    '',
    ...preset.notes,
    preset.tried ? 'Tried with a real one.' : 'Written from its public documentation, and not tried with it.',
  ];
  return { json: preset, text: text.join('\n') };
};
