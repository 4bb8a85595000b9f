import { type Agent, AgentField, type AgentSettings } from '@parley/contract';

/** What can be set of an agent, without what is the service's. */
export function settingsOf(agent: Agent): AgentSettings {
  return Object.fromEntries(AgentField.options.map((field) => [field, agent[field]])) as AgentSettings;
}
