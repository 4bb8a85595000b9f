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
    ...model.flatMap(({ name, audio = NO_TOKENS, ...all }) => {
      const by = { kind: 'model' as const, ...named(name, 'model', connections) };
      return [...tokensOf(by, textOf(all, audio), TEXT_UNITS), ...tokensOf(by, audio, AUDIO_UNITS)];
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

type Tokens = Pick<ConversationUsage['model'][number], 'inputTokens' | 'cachedInputTokens' | 'outputTokens'>;

const NO_TOKENS: Tokens = { inputTokens: 0, cachedInputTokens: 0, outputTokens: 0 };
/** Put in, of it from the cache, and written. */
const TEXT_UNITS = ['input_token', 'cached_input_token', 'output_token'] as const;
const AUDIO_UNITS = ['input_audio_token', 'cached_input_audio_token', 'output_audio_token'] as const;

const textOf = (all: Tokens, audio: Tokens): Tokens => ({
  inputTokens: all.inputTokens - audio.inputTokens,
  cachedInputTokens: all.cachedInputTokens - audio.cachedInputTokens,
  outputTokens: all.outputTokens - audio.outputTokens,
});

function tokensOf(
  by: Omit<VendorUsage, 'unit' | 'quantity'>,
  { inputTokens, cachedInputTokens, outputTokens }: Tokens,
  [input, cached, output]: typeof TEXT_UNITS | typeof AUDIO_UNITS,
): VendorUsage[] {
  return [
    // What came from the cache is among what was put in.
    { ...by, unit: input, quantity: inputTokens - cachedInputTokens },
    { ...by, unit: cached, quantity: cachedInputTokens },
    { ...by, unit: output, quantity: outputTokens },
  ];
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
