import type { ConformanceServer } from './conformance-server.ts';
import type { SpokenAnswer } from './spoken-answer.ts';

export interface TalkSetup {
  prompt: string;
  voice: unknown;
  tools: string[];
  /** Null: the protocol has no such thing. */
  endpointingMs: number | null;
}

/** What a fake's newest conversation says, and what it was given. It may forget all but the last hundred. */
export interface SpokenTalk {
  readonly sessions: number;
  readonly setup: TalkSetup;
  /** What was said before, a line each: "user: …", "assistant: …", "call: name {arguments}", "result: …", "system: …". */
  readonly history: string[];
  /** "id: result". */
  readonly results: string[];
  readonly notes: string[];
  /** How much of what it said was heard: milliseconds, or the words, as the protocol has it. */
  readonly toldHeard: readonly (number | string)[];
  readonly heardMs: number;
  /** Where nothing is scripted it says "Yes.", or what it is to say word for word; null: nothing at all comes. */
  answerNext(...answers: (SpokenAnswer | null)[]): void;
  /** The words of the caller, else "Hello there."; null: they wait for `settle`. */
  understandNext(...words: (string | null)[]): void;
  settle(text: string): void;
  /** Only the beginning of the next reply is sent before `release`. */
  holdNext(): void;
  release(): void;
  /** As the adapter is to deliver it: other samples for every text. */
  audioOf(text: string): Int16Array;
  /** A message of an unknown kind. */
  sendUnknown(): void;
}

export interface SpeechToSpeechServer extends ConformanceServer {
  readonly talk: SpokenTalk;
}
