import type { LanguageModel } from '@parley/conversation/provider';

/** Something that is asked once, and not on the telephone. */
export interface Question {
  instructions: string;
  prompt: string;
  /** Of the JSON that is the answer; a model that cannot be bound to it is asked in words alone. Null: the answer is text. */
  schema: { name: string; jsonSchema: Record<string, unknown> } | null;
  signal: AbortSignal;
}

export interface Tokens {
  inputTokens: number;
  /** Among them. */
  cachedInputTokens: number;
  outputTokens: number;
}

export interface Answer {
  text: string;
  /** Of all requests that it took; zeros where the server does not say. */
  usage: Tokens;
}

/** A language model that can be asked, too. */
export interface AskedModel extends LanguageModel {
  /** @throws ProviderError when the server fails */
  ask(question: Question): Promise<Answer>;
}
