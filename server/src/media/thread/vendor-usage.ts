import type { ConversationUsage } from '@parley/conversation';
import { type NamedProvider, providerNamed } from '../../kernel/provider-connection.ts';
import type { VendorUsage } from '../../kernel/vendor-usage.ts';
import type { MediaAgent } from '../media.ts';
import { choiceOf } from './provider-choice.ts';

type Choosing = Pick<MediaAgent, 'transcriber' | 'fallbacks'>;

/** What the vendors have done for a conversation, by what is charged for. */
export function vendorUsage(
  { model, voice, transcriber }: ConversationUsage,
  agent: Choosing,
  connections: readonly NamedProvider[],
): VendorUsage[] {
  const used = [
    ...model.flatMap(({ name, inputTokens, cachedInputTokens, outputTokens }) => {
      const by = { kind: 'model' as const, ...named(name, 'model', connections) };
      return [
        // What was read from the cache is among what was put in.
        { ...by, unit: 'input_token' as const, quantity: Math.max(0, inputTokens - cachedInputTokens) },
        { ...by, unit: 'cached_input_token' as const, quantity: cachedInputTokens },
        { ...by, unit: 'output_token' as const, quantity: outputTokens },
      ];
    }),
    ...voice.map(({ name, characters }) => ({
      kind: 'voice' as const,
      ...named(name, 'voice', connections),
      unit: 'character' as const,
      quantity: characters,
    })),
    ...transcriber.map(({ name, audioMs }) => ({
      kind: 'transcriber' as const,
      ...named(chosenTranscriber(name, agent), 'transcriber', connections),
      unit: 'audio_ms' as const,
      quantity: audioMs,
    })),
  ];
  return used.map((one) => ({ ...one, quantity: Math.round(one.quantity) })).filter(({ quantity }) => quantity > 0);
}

/** A transcriber is called by its provider alone: its model is what the agent asked it for. */
function chosenTranscriber(provider: string, { transcriber, fallbacks }: Choosing): string {
  const chosen = [transcriber, ...fallbacks.transcriber].find(
    (choice) => choice.split('/')[0]!.toLowerCase() === provider.toLowerCase(),
  );
  return chosen ?? provider;
}

function named(text: string, ability: 'model' | 'voice' | 'transcriber', connections: readonly NamedProvider[]) {
  const { provider, name } = text.includes('/') ? choiceOf(text) : { provider: text, name: '' };
  const vendor = providerNamed(connections, provider!, ability)?.vendor ?? provider!;
  return { provider: provider!, vendor, name };
}
