import { type ConfiguredProviders, refuseUnknownProviders } from './provider-choice.ts';
import { type CheckScript, refuseBrokenScript } from './script-check.ts';

/** What this installation can do for an agent. */
export interface AgentAbilities {
  providers: ConfiguredProviders;
  checkScript: CheckScript;
}

type Checked = { voice_id?: string | undefined; model?: string | undefined; prompt?: string | undefined };

/** Throws 422 for settings that no call could be made with. `stored`: what the agent has already; null for a new one. */
export function refuseUnusable(
  { providers, checkScript }: AgentAbilities,
  given: Checked,
  stored: { model: string; prompt: string } | null,
): void {
  refuseUnknownProviders(given, providers);
  refuseBrokenScript(given, stored, checkScript);
}
