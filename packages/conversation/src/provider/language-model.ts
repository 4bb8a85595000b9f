/** What was said, oldest first. An agent's message holds what was heard of it, not what had been written. */
export type Message =
  /** `voiceMenu`: a recording's words, which want keys pressed. */
  | { role: 'user'; text: string; voiceMenu?: true }
  | { role: 'agent'; text: string; toolCalls?: ToolCall[] }
  | { role: 'tool'; toolCallId: string; name: string; result: string }
  /** Not said by anyone: a hint of a supervisor, or what happened in the call meanwhile. The caller must not hear of it. */
  | { role: 'note'; text: string };

export interface ToolCall {
  id: string;
  name: string;
  arguments: Record<string, unknown>;
  /** What the model wrote in the place of arguments when that is no JSON object; `arguments` is empty then. */
  malformed?: string;
}

export interface ToolDefinition {
  name: string;
  description: string;
  /** JSON Schema of the arguments. */
  parameters: Record<string, unknown>;
}

export interface LanguageModelRequest {
  /** Who the agent is and what it wants, with its variables filled in. */
  prompt: string;
  /** Never without a message: a model that opens the call reads so in brackets. May begin with the agent's first message. */
  messages: Message[];
  tools: ToolDefinition[];
  signal: AbortSignal;
}

/** A passage of a document that an answer may come from. */
export interface AnswerSource {
  documentId: string;
  /** Of the document. */
  name: string;
  /** Which one, counted from 1. */
  passage: number;
  heading: string | null;
}

export type LanguageModelEvent =
  | { type: 'text'; delta: string }
  | { type: 'tool_call'; call: ToolCall }
  /** What the model has before it, besides what was said; before its first text. */
  | { type: 'sources'; sources: AnswerSource[] }
  /** Nothing is to be said on purpose; an answer that ends without anything at all is a failure. */
  | { type: 'silence' }
  /** What the request is charged for, once; `cachedInputTokens` are among `inputTokens`. */
  | { type: 'usage'; inputTokens: number; cachedInputTokens: number; outputTokens: number };

/** A language model by a vendor. The iteration ends with the answer, or throws a ProviderError; when `signal` aborts it ends. */
export interface LanguageModel {
  readonly name: string;
  respond(request: LanguageModelRequest): AsyncIterable<LanguageModelEvent>;
}
