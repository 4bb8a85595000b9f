import { type ProviderAbility, speakingModelVendors } from '@parley/contract';
import { type NamedProvider, providerNamed } from '../kernel/provider-connection.ts';
import { RequestError } from '../kernel/request-error.ts';

/** What an agent names providers for; a field that is left out is not checked. */
export interface ProviderChoices {
  voice_id?: string | undefined;
  model?: string | undefined;
  transcriber?: string | null | undefined;
  fallbacks?: Partial<Record<'voice_id' | 'model' | 'transcriber', string[]>> | undefined;
}

const abilityOf = { voice_id: 'voice', model: 'model', transcriber: 'transcriber' } as const;
const fields = ['voice_id', 'model', 'transcriber'] as const;

/** Naming a provider that is not configured is an error at once, not in the caller's ear. @throws RequestError */
export function refuseUnknownProviders(choices: ProviderChoices, configured: readonly NamedProvider[]): void {
  for (const field of fields) {
    refuse(field, choices[field], abilityOf[field], configured);
    for (const [index, choice] of (choices.fallbacks?.[field] ?? []).entries())
      refuse(`fallbacks.${field}[${index}]`, choice, abilityOf[field], configured);
  }
}

/**
 * The part before the slash; a transcriber may be a provider alone, any other bare name is for the default provider.
 */
function providerOf(choice: string, ability: ProviderAbility): string | null {
  const slash = choice.indexOf('/');
  if (slash >= 0) return choice.slice(0, slash);
  return ability === 'transcriber' ? choice : null;
}

function hasSpeakingModels(provider: string, configured: readonly NamedProvider[]): boolean {
  const named = providerNamed(configured, provider, 'model');
  return speakingModelVendors.some((vendor) => vendor === named?.vendor);
}

function refuse(
  param: string,
  choice: string | null | undefined,
  ability: ProviderAbility,
  configured: readonly NamedProvider[],
): void {
  const provider = choice == null ? null : providerOf(choice, ability);
  if (provider === null || provider === 'builtin' || providerNamed(configured, provider, ability)) return;
  if (ability === 'voice' && hasSpeakingModels(provider, configured)) return;
  const known = [
    'builtin',
    ...new Set(configured.filter((one) => one.abilities.includes(ability)).map(({ name }) => name)),
  ];
  const are = known.length === 1 ? 'is' : 'are';
  throw new RequestError(
    'unprocessable',
    `The provider ${provider} is not configured here; ${known.join(', ')} ${are}.`,
    {
      param,
    },
  );
}
