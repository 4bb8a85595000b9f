import { createHash } from 'node:crypto';
import type { openModelProvider, ProviderAbility, ProviderVendor } from '@parley/contract';

/** A provider as agents name it. */
export interface NamedProvider {
  vendor: ProviderVendor | typeof openModelProvider;
  /** What agents may call it besides its vendor. */
  name: string;
  abilities: readonly ProviderAbility[];
  /** Of open models: which languages each recognizer understands, and each voice speaks, as BCP 47 tags. */
  recognizers?: readonly { name: string; languages: readonly string[] }[];
  voices?: readonly { name: string; languages: readonly string[] }[];
  /** Of open models: which kinds that judge what is heard are there. */
  judges?: readonly ('vad' | 'end-of-turn')[];
}

/** A provider that can be asked. The key is a secret. */
export interface ProviderConnection extends NamedProvider {
  /** Null: the vendor's own. */
  baseUrl: string | null;
  apiKey: string | null;
}

/** The same for those who reach the same vendors in the same way; tells nothing of their keys. */
export const connectionsDigest = (connections: readonly ProviderConnection[]): string =>
  createHash('sha256').update(JSON.stringify(connections)).digest('base64');

/** The provider that a choice means: by its name, else by its vendor; undefined where there is none that can do it. */
export function providerNamed<Provider extends NamedProvider>(
  providers: readonly Provider[],
  choice: string,
  ability: ProviderAbility,
): Provider | undefined {
  const able = providers.filter(({ abilities }) => abilities.includes(ability));
  const wanted = choice.toLowerCase();
  return able.find(({ name }) => name.toLowerCase() === wanted) ?? able.find(({ vendor }) => vendor === wanted);
}

/** Without those that no choice can mean, because one before them has their name and can do all that they can. */
export function reachable<Provider extends NamedProvider>(providers: readonly Provider[]): Provider[] {
  return providers.filter((provider) =>
    provider.abilities.some((ability) => providerNamed(providers, provider.name, ability) === provider),
  );
}
