import {
  openModelProvider,
  type Provider,
  type ProviderAbility,
  ProviderVendor,
  vendorAbilities,
} from '@parley/contract';

/** What agents can name, as the service looks it up. */
export interface NamedProvider {
  name: string;
  vendor: string;
  abilities: readonly ProviderAbility[];
}

/** Those of the operator: what can be named, and is neither on the host by itself nor the account's own. */
export function operatorNames(names: readonly string[], own: readonly Provider[]): string[] {
  const ownNames = new Set(own.map(({ name }) => name.toLowerCase()));
  const isOfHost = (name: string) => name === 'builtin' || name === openModelProvider;
  return names.filter((name) => !isOfHost(name) && !ownNames.has(name.toLowerCase()));
}

/** The account's own come first, as in a call. */
export function namedProviders(own: readonly Provider[], operators: readonly string[]): NamedProvider[] {
  return [
    ...own.map(({ name, vendor }) => ({ name, vendor, abilities: vendorAbilities[vendor] })),
    ...operators.map((name) => {
      const vendor = ProviderVendor.safeParse(name);
      return { name, vendor: name, abilities: vendor.success ? vendorAbilities[vendor.data] : [] };
    }),
  ];
}

/**
 * The provider that a choice such as `deepgram/nova-3` means: by its name, else by its vendor. Only a recognizer may be
 * a bare name.
 */
export function providerOfChoice(
  providers: readonly NamedProvider[],
  choice: string,
  ability: ProviderAbility,
): NamedProvider | undefined {
  const [prefix = '', name] = choice.split('/', 2);
  if (name === undefined && ability !== 'transcriber') return undefined;
  const able = providers.filter(({ abilities }) => abilities.includes(ability));
  const wanted = prefix.toLowerCase();
  return able.find((one) => one.name.toLowerCase() === wanted) ?? able.find(({ vendor }) => vendor === wanted);
}
