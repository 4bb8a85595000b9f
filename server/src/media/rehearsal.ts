import type { ProviderConnection } from '../kernel/provider-connection.ts';
import type { MediaAgent } from './media.ts';

/** What was said in a rehearsal so far. */
export type RehearsedMessage =
  | { role: 'user' | 'agent'; text: string }
  | { role: 'tool'; name: string; arguments: Record<string, unknown>; result: string };

/** The agent's next words. The last event is `end`. */
export type RehearsalEvent =
  | { type: 'text'; delta: string }
  | { type: 'tool_call'; name: string; arguments: Record<string, unknown> }
  /** `over`: the agent hung up. */
  | { type: 'end'; over: boolean; outcome: string | null; warnings: string[] };

export interface RehearsedAgent {
  agent: MediaAgent;
  connections: ProviderConnection[];
}

export interface RehearsedSpeech {
  voice: string;
  language: string;
  text: string;
  connections: ProviderConnection[];
}

/** An agent without a call: what it would write, and how it would sound. */
export interface Rehearsal {
  /** Rejects with words for people when a provider fails. What nobody reads any more is not written. */
  reply(rehearsed: RehearsedAgent, messages: RehearsedMessage[]): AsyncIterable<RehearsalEvent>;
  /** A WAV file; null when there is no such voice. */
  say(speech: RehearsedSpeech): Promise<Uint8Array | null>;
}
