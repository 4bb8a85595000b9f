import type { NamedProvider } from '../kernel/provider-connection.ts';
import { type LanguageChoices, refuseUnknownLanguage } from './agent-language.ts';
import { type ProviderChoices, refuseUnknownProviders } from './provider-choice.ts';
import { type CheckScript, refuseBrokenScript } from './script-check.ts';

/** What this installation can do for the agents of an account. */
export interface AgentAbilities {
  providers: readonly NamedProvider[];
  documentIds: ReadonlySet<string>;
  checkScript: CheckScript;
}

/** Throws 422 for settings that no call could be made with. `stored`: what the agent has already; null for a new one. */
export function refuseUnusable(
  { providers, checkScript }: AgentAbilities,
  given: ProviderChoices & LanguageChoices & { prompt?: string | undefined },
  stored: ({ model: string; prompt: string } & LanguageChoices) | null,
): void {
  refuseUnknownProviders(given, providers);
  refuseUnknownLanguage(given, stored, providers);
  refuseBrokenScript(given, stored, checkScript);
}
