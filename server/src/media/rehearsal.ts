import type { Variables } from '@parley/contract';
import type { AnswerSource } from '@parley/conversation';
import type { ProviderConnection } from '../kernel/provider-connection.ts';
import type { FoundPassage, KnowledgeQuestion, MediaAgent, MediaToolResult } from './media.ts';

/** What was said in a rehearsal so far. */
export type RehearsedMessage =
  | { role: 'user' | 'agent'; text: string }
  | { role: 'tool'; name: string; arguments: Record<string, unknown>; result: string };

/** The agent's next words, and what it does meanwhile. The last event is `end`. */
export type RehearsalEvent =
  | { type: 'text'; delta: string }
  /** What the words that follow may come from. */
  | { type: 'sources'; sources: AnswerSource[] }
  /** A tool is used; its `tool_result` has the same number. */
  | { type: 'tool_call'; id: number; name: string; arguments: Record<string, unknown> }
  | RehearsedResult
  | { type: 'end'; end: RehearsalEnd | null; warnings: string[] };

export interface RehearsedResult {
  type: 'tool_result';
  id: number;
  /** The result as the model gets it. */
  result: string;
  isError: boolean;
  /** It is about a call, and there is none: this is what would happen. */
  isImagined: boolean;
  durationMs: number;
  /** Variables of the call from now on. */
  found: Variables;
}

/** How the agent ended it. */
export type RehearsalEnd = { type: 'hangup'; outcome: string | null } | { type: 'transfer'; to: string };

export interface RehearsedAgent {
  agent: MediaAgent;
  connections: ProviderConnection[];
}

/** What a tool has found, with the variables that are new. */
export interface RehearsedToolResult extends MediaToolResult {
  found: Variables;
}

/** What an agent without a call reaches out for. */
export interface RehearsalHost {
  /** Never rejects. */
  useTool(use: { name: string; arguments: Record<string, unknown>; signal: AbortSignal }): Promise<RehearsedToolResult>;
  /** Rejects when the documents cannot be searched. */
  search(question: KnowledgeQuestion): Promise<FoundPassage[]>;
}

export interface RehearsedSpeech {
  voice: string;
  language: string;
  text: string;
  connections: ProviderConnection[];
}

/** An agent without a call: what it would write, and how it would sound. */
export interface Rehearsal {
  /** Rejects with words for people when a provider fails. Generation stops when the reader does. */
  reply(rehearsed: RehearsedAgent, messages: RehearsedMessage[], host: RehearsalHost): AsyncIterable<RehearsalEvent>;
  /** A WAV file; null when there is no such voice. */
  say(speech: RehearsedSpeech): Promise<Uint8Array | null>;
}
