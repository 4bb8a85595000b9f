import { isDeepStrictEqual } from 'node:util';
import { AgentField, type AgentPatch, type AgentSettings, agentDefaults, type NewAgent } from '@parley/contract';
import { RequestError } from '../kernel/request-error.ts';
import { keepSecrets, refuseHeaderWithoutValue } from './tool-secrets.ts';

/** Where secrets that are not given again come from, in this order; as they are stored. */
export type KeptSecrets = Parameters<typeof keepSecrets>[1];

/** Objects inside are merged, so that one of their fields can be changed alone; lists and variables are replaced. */
export function withChanges(settings: AgentSettings, patch: AgentPatch, ...kept: KeptSecrets[]): AgentSettings {
  const merged = {
    ...settings,
    ...patch,
    fallbacks: { ...settings.fallbacks, ...patch.fallbacks },
    turn_taking: { ...settings.turn_taking, ...patch.turn_taking },
    voicemail: { ...settings.voicemail, ...patch.voicemail },
    recording: { ...settings.recording, ...patch.recording },
    knowledge: { ...settings.knowledge, ...patch.knowledge },
  } as AgentSettings;
  return keepSecrets(merged, settings, ...kept);
}

/** All settings of an agent that is new, with its secrets sealed; throws what is wrong between them. */
export function newSettings(agent: NewAgent, ...kept: KeptSecrets[]): AgentSettings {
  return checkedSettings(withChanges({ ...agentDefaults, name: agent.name, prompt: agent.prompt }, agent, ...kept));
}

/** The fields in which two versions differ, in the order of the contract. */
export function changedFields(before: AgentSettings, after: AgentSettings): AgentField[] {
  return AgentField.options.filter((field) => !isDeepStrictEqual(before[field], after[field]));
}

/** Only what is being set is checked: an agent may have what it could not be given any more. */
export function settingsThatChange(patch: AgentPatch, current: AgentSettings): AgentPatch {
  const entries = Object.entries(patch) as [AgentField, unknown][];
  return Object.fromEntries(entries.filter(([field, value]) => !isDeepStrictEqual(value, current[field])));
}

/** Rules between fields, which may come in different requests. */
export function checkedSettings(settings: AgentSettings): AgentSettings {
  const problem = missingVoicemail(settings);
  if (problem !== null) throw new RequestError('unprocessable', problem, { param: 'voicemail.message' });
  refuseHeaderWithoutValue(settings);
  return settings;
}

/** Why an agent cannot leave the message that it should; null where all is well. */
export function missingVoicemail({ voicemail }: Pick<AgentSettings, 'voicemail'>): string | null {
  if (voicemail.action !== 'message' || voicemail.message !== null) return null;
  return 'voicemail.message is missing: with the action "message" the agent needs one to leave.';
}
