// A conversation as fast as it can be ticked, in one process: everything that waits, waits for media time.
import { FRAME_MS, FRAME_SAMPLES } from '@parley/audio';
import {
  type Conversation,
  type ConversationAgent,
  type ConversationEvent,
  type ConversationProviders,
  type ConversationResult,
  openConversation,
} from '@parley/conversation';
import { settle, type VirtualTime } from '@parley/conversation/testing';

const SILENCE = new Int16Array(FRAME_SAMPLES);

/** The other side of a call. */
export interface FarEnd {
  /**
   * The frame that begins at `atMs`; null where it is silent.
   * @param sent what the agent said in the frame before
   */
  frame(atMs: number, sent: Int16Array | null): Int16Array | null;
  /** It has hung up. */
  readonly isOver: boolean;
}

type TimedEvent = ConversationEvent & { atMs: number };

/** What has become of a call. */
export interface CallRecord {
  events: TimedEvent[];
  /** One for each 20 ms; null is silence. */
  sent: (Int16Array | null)[];
  result: ConversationResult;
}

export interface MediaTimeCallOptions {
  agent: ConversationAgent;
  providers: ConversationProviders;
  /** The time that scripted providers wait in. */
  time: VirtualTime;
  farEnd: FarEnd;
  /** It is over then in any case. */
  longestMs: number;
  /** Real recognizers answer in real time: they are waited for after every tick. */
  afterTick?: () => Promise<void>;
}

export async function runCall(options: MediaTimeCallOptions): Promise<CallRecord> {
  const { time, farEnd, longestMs, afterTick = settle } = options;
  const events: TimedEvent[] = [];
  const sent: (Int16Array | null)[] = [];
  let isHungUp = false;
  const conversation: Conversation = openConversation({
    agent: options.agent,
    providers: options.providers,
    onEvent: (event) => {
      events.push({ ...event, atMs: time.nowMs });
      isHungUp ||= event.type === 'hangup';
    },
  });
  await passing(time, conversation.prepare());
  // It has rung until now: media time begins with the answer.
  time.nowMs = 0;
  await conversation.start(8000);
  while (!isHungUp && !farEnd.isOver && time.nowMs < longestMs) {
    const heard = farEnd.frame(time.nowMs, sent.at(-1) ?? null) ?? SILENCE;
    time.advance();
    await settle();
    sent.push(conversation.tick(heard));
    await afterTick();
  }
  if (!isHungUp) conversation.hangUp('user_hangup');
  return { events, sent, result: await passing(time, conversation.finish()) };
}

/** Passes time until the promise is kept. */
async function passing<T>(time: VirtualTime, promise: Promise<T>): Promise<T> {
  let isKept = false;
  const kept = promise.finally(() => {
    isKept = true;
  });
  for (await settle(); !isKept; await settle()) time.advance();
  return kept;
}

/** Media time at which a frame of the agent's was sent that is not silence, from `fromMs` on; null when there is none. */
export function firstSentMs(sent: readonly (Int16Array | null)[], fromMs = 0): number | null {
  const index = sent.findIndex((frame, at) => frame !== null && at * FRAME_MS >= fromMs);
  return index < 0 ? null : index * FRAME_MS;
}

/** The 20 ms of `samples` that begin `ms` after their beginning; null where they do not reach. */
export function frameOf(samples: Int16Array, ms: number): Int16Array | null {
  const from = Math.round((ms * FRAME_SAMPLES) / FRAME_MS);
  if (from + FRAME_SAMPLES <= 0 || from >= samples.length) return null;
  const frame = new Int16Array(FRAME_SAMPLES);
  frame.set(samples.subarray(Math.max(0, from), from + FRAME_SAMPLES), Math.max(0, -from));
  return frame;
}
