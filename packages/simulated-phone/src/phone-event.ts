import type { CallEndCause } from '@parley/sip';

/** What happens in a call at a simulated phone. `atMs` is milliseconds since 1970; all other times count from the answer. */
export type PhoneHappening =
  | { type: 'rang'; atMs: number }
  | { type: 'answered'; atMs: number }
  /** A line was spoken; `whole` is false when it broke off. */
  | { type: 'said'; text: string; startMs: number; endMs: number; whole: boolean }
  | { type: 'beeped'; startMs: number; endMs: number }
  /** The caller has pressed a key. */
  | { type: 'digit'; digit: string; heardMs: number }
  /** The caller has asked for a transfer; `status` is the response to that, or the one of its target. */
  | { type: 'transfer'; target: string; status: number }
  /** A line could not be spoken, or no audio be agreed upon with the caller. */
  | { type: 'failed'; message: string }
  | { type: 'ended'; atMs: number; by: 'local' | 'remote'; cause: CallEndCause };

/** The same, and which call it is about. */
export type PhoneEvent = PhoneHappening & {
  /** SIP Call-ID. */
  callId: string;
  /** As it was called: the user part of the Request-URI. */
  number: string;
  /** Name of the persona that the number reaches. */
  persona: string;
};
