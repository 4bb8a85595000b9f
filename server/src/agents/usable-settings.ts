import type { ExtractionSchema } from '@parley/contract';
import { paramPath } from '../kernel/param-path.ts';
import type { NamedProvider } from '../kernel/provider-connection.ts';
import { RequestError } from '../kernel/request-error.ts';
import { patternFaultIn } from '../providers/extraction-patterns.ts';
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
  given: ProviderChoices & LanguageChoices & ExtractionChoice & { prompt?: string | undefined },
  stored: ({ model: string; prompt: string } & LanguageChoices) | null,
): void {
  refuseUnknownProviders(given, providers);
  refuseUnknownLanguage(given, stored, providers);
  refuseBrokenScript(given, stored, checkScript);
  refuseUnusablePatterns(given);
}

export interface ExtractionChoice {
  extraction?: ExtractionSchema | null | undefined;
}

/** A pattern that no answer can be compared with is an error at once, not after the call. @throws RequestError */
export function refuseUnusablePatterns({ extraction }: ExtractionChoice): void {
  const fault = extraction ? patternFaultIn(extraction) : null;
  if (fault === null) return;
  const param = paramPath(['extraction', ...fault.path]);
  throw new RequestError('unprocessable', `${param} ${fault.message}.`, { param });
}
