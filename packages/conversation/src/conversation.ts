import type { AudioRateHz, Frame } from '@parley/audio';
import type {
  AgentToolDefinition,
  ConversationAgent,
  ConversationProviders,
  ToolRunner,
} from './conversation-agent.ts';
import type { ConversationEnd, ConversationEvent, ConversationResult } from './conversation-event.ts';

export interface ConversationOptions {
  agent: ConversationAgent;
  providers: ConversationProviders;
  onEvent(event: ConversationEvent): void;
  /** Runs the agent's own tools; without it they answer that they are not available. */
  runTool?: ToolRunner;
  /**
   * Where what was sent may wait on the other side before it is played: throws away what waits, and tells how many ms of
   * sound that were. They are not in the transcript. Left out: what is sent is heard.
   */
  discardUnplayed?: () => number;
  /** The rate that the call is likely to have: what is spoken before the answer has it. Left out: 8000. */
  expectedRateHz?: AudioRateHz;
}

/**
 * One telephone conversation, whatever holds it. The owner of the call ticks it once for every 20 ms of media time;
 * everything that waits, waits for ticks. One for each call.
 */
export interface Conversation {
  /** May be called while the telephone rings: the agent's first words are made ready. Never rejects. */
  prepare(): Promise<void>;
  /**
   * The call is answered: media time 0, with frames of this rate from here to its end. `tick` may be called from now on, before this resolves, which it does when the
   * vendors are connected or have failed. Never rejects: failures end in a `hangup` event.
   */
  start(rateHz: AudioRateHz): Promise<void>;
  /**
   * Exactly once for every 20 ms of media time.
   * @param heard a frame at the call's rate, or null when nothing arrived
   * @returns the frame to send, at the same rate, or null for silence
   */
  tick(heard: Frame | null): Frame | null;
  /** The other side has pressed a key: 0-9, A-D, * or #. */
  dtmf(digit: string): void;
  /**
   * A colleague talks with the other side from now on: the agent falls silent at once and goes on listening, until
   * `resume`. No silence is too long meanwhile. `by` says in the transcript who it was. Idempotent.
   */
  standBy(by: string): void;
  /** The agent talks again, and knows what the other side has said meanwhile. Idempotent. */
  resume(): void;
  /** The agent has these tools from its next reply on; a call of one that it had is answered still. */
  useTools(tools: AgentToolDefinition[]): void;
  /** A hint for the agent's next reply, which the other side does not hear. */
  whisper(text: string): void;
  /** The transfer that the `transfer` event asked for did not work out: the agent hears of it, and goes on. */
  transferFailed(reason: string): void;
  /** Who was called for this has joined the call: the agent talks with both from now on. */
  personJoined(): void;
  /** Who had joined is gone. */
  personLeft(): void;
  /**
   * From outside: the agent has to go. When what is being said is over, after 4 s at most, it says so, and `hangup`
   * follows. Idempotent.
   */
  takeLeave(): void;
  /** From outside: the call ends, whatever is being said. Idempotent. */
  hangUp(reason: ConversationEnd): void;
  /** Closes everything. Idempotent. Waits up to 700 ms for the final text of the user's last words. */
  finish(): Promise<ConversationResult>;
}
