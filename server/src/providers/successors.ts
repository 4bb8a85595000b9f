import type { ProviderVendor } from '@parley/contract';
import { type NamedProvider, providerNamed } from '../kernel/provider-connection.ts';
import { defaultTranscriber } from './default-transcriber.ts';
import { speakingModelOf } from './known-languages.ts';

/** The language model of each vendor that answers fast enough for a conversation, the best vendor first. */
const FAST_MODELS: readonly (readonly [ProviderVendor, string])[] = [
  ['anthropic', 'claude-haiku-4-5'],
  ['openai', 'gpt-4.1-mini'],
  ['google', 'gemini-2.5-flash'],
  ['groq', 'llama-3.3-70b-versatile'],
  ['mistral', 'mistral-small-latest'],
];

/** `provider/name`, or a provider alone; null: there is none. */
export interface Successors {
  transcriber: string | null;
  model: string | null;
}

const NONE: Successors = { transcriber: null, model: null };

/**
 * Who goes on with a call when its model, which hears and speaks, is lost, behind those that the agent names: the best of
 * other vendors. What is lost with one service of a vendor may be lost with all of them, so that its own has to be named.
 */
export function successorsOf(
  { model, language }: { model: string; language: string },
  providers: readonly NamedProvider[],
): Successors {
  const lost = speakingModelOf(model, providers);
  if (lost === null) return NONE;
  const others = providers.filter(({ vendor }) => vendor !== lost.vendor);
  const transcriber = defaultTranscriber(others, language);
  return {
    transcriber: providerNamed(others, transcriber.split('/')[0]!, 'transcriber') ? transcriber : null,
    model: fastModel(others),
  };
}

function fastModel(providers: readonly NamedProvider[]): string | null {
  for (const [vendor, model] of FAST_MODELS) {
    const provider = providers.find((one) => one.vendor === vendor && one.abilities.includes('model'));
    if (provider) return `${provider.name}/${model}`;
  }
  return null;
}
