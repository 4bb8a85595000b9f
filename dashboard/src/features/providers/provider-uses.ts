import type { Agent, ProviderAbility } from '@parley/contract';
import { type NamedProvider, providerOfChoice } from './named-providers.ts';
import { abilityNames } from './vendor-names.ts';

/** What an agent chooses, by what it is for. */
function choicesOf({ voice_id, model, transcriber, fallbacks }: Agent): Record<ProviderAbility, string[]> {
  return {
    transcriber: [...(transcriber === null ? [] : [transcriber]), ...fallbacks.transcriber],
    model: [model, ...fallbacks.model],
    voice: [voice_id, ...fallbacks.voice_id],
  };
}

export interface ProviderUse {
  agent: string;
  /** Such as "voice, recognizer". */
  as: string;
}

/** The agents that would lose the provider, and what it is to them. */
export function usesOfProvider(
  provider: { name: string },
  named: readonly NamedProvider[],
  agents: readonly Agent[],
  defaultTranscriber: string | null,
): ProviderUse[] {
  const isMeant = (choice: string, ability: ProviderAbility) =>
    providerOfChoice(named, choice, ability)?.name === provider.name;
  return agents.flatMap((agent) => {
    const choices = choicesOf(agent);
    const listensByDefault = agent.transcriber === null && defaultTranscriber === provider.name;
    const abilities = (Object.keys(choices) as ProviderAbility[]).filter(
      (ability) =>
        (ability === 'transcriber' && listensByDefault) || choices[ability].some((choice) => isMeant(choice, ability)),
    );
    if (abilities.length === 0) return [];
    return [{ agent: agent.name, as: abilities.map((ability) => abilityNames[ability]).join(', ') }];
  });
}
