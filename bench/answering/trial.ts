// One greeting, answered by the agent, and what is to be known of it.
import { FRAME_MS } from '@parley/audio';
import type { ConversationAgent, SpeechToText, VoiceActivityDetector } from '@parley/conversation';
import {
  ScriptedLanguageModel,
  ScriptedSpeechToText,
  ToneTextToSpeech,
  VirtualTime,
} from '@parley/conversation/testing';
import { type CallRecord, firstSentMs, runCall } from '../media-time/call.ts';
import { BenchCallee } from './callee.ts';
import { expectedOf, type Greeting } from './greeting.ts';
import { greetingSound } from './greeting-sound.ts';

const FIRST_MESSAGE = 'Hello, this is Ann from Example Dental, I am calling about your appointment.';
const OPENING = 'Good day, my name is Ann, and I call about your appointment at Example Dental.';
/** Who has heard it knows who is calling. */
const COMPANY = 'Example Dental';
const MESSAGE = 'This is Ann from Example Dental. Please call us back about your appointment. Thank you.';
const REPLY = 'It is on Monday at nine. Does that suit you?';
const RECOGNITION_DELAY_MS = 250;
const MODEL_DELAY_MS = 300;
const SYNTHESIS_DELAY_MS = 120;
const LONGEST_CALL_MS = 60_000;

export type RecognizerKind = 'truth' | 'deaf' | 'builtin';

export interface Outcome {
  greeting: Greeting;
  /** Who it was taken for in the end. */
  answeredBy: string;
  isRight: boolean;
  /** Media times at which it was decided. */
  decisions: { who: string; atMs: number }[];
  /** From the end of the greeting to the agent's first sound; negative when it spoke before; null: it never did. */
  firstSoundMs: number | null;
  /** A person has heard who is calling, from beginning to end. */
  isIntroduced: boolean;
  /** The message for a machine: from the end of greeting and beep to its beginning; null: it was not left. */
  messageMs: number | null;
  isMessageWhole: boolean;
  /** So much of the greeting's speech had the agent's over it. */
  overlapMs: number;
  lines: string[];
}

export interface TrialOptions {
  recognizer: RecognizerKind;
  /** One for each call. */
  builtin?: () => SpeechToText;
  newVad: () => VoiceActivityDetector;
  afterTick?: () => Promise<void>;
}

export async function tryGreeting(greeting: Greeting, options: TrialOptions): Promise<Outcome> {
  const sound = await greetingSound(greeting);
  const callee = new BenchCallee(greeting, sound);
  const time = new VirtualTime();
  const truth = new ScriptedSpeechToText({
    time,
    caller: callee,
    partialDelayMs: RECOGNITION_DELAY_MS,
    finalDelayMs: RECOGNITION_DELAY_MS,
    isMute: options.recognizer === 'deaf',
  });
  const model = new ScriptedLanguageModel(time, (messages) => ({
    text: messages.some((message) => message.role === 'agent' && message.text.includes(COMPANY)) ? REPLY : OPENING,
    delayMs: MODEL_DELAY_MS,
  }));
  const tts = new ToneTextToSpeech({ time, delayMs: SYNTHESIS_DELAY_MS });
  const record = await runCall({
    agent: agentFor(greeting),
    providers: {
      transcribers: [options.builtin?.() ?? truth],
      models: [model],
      voices: [{ tts, voice: 'tone' }],
      vad: options.newVad(),
    },
    time,
    farEnd: callee,
    longestMs: LONGEST_CALL_MS,
    ...(options.afterTick && { afterTick: options.afterTick }),
  });
  return outcomeOf(greeting, callee, sound.spans, record);
}

function agentFor({ language, hasFirstMessage }: Greeting): ConversationAgent {
  return {
    prompt: 'You are Ann.',
    firstMessage: hasFirstMessage ? FIRST_MESSAGE : null,
    language,
    hints: [],
    tools: [],
    turnTaking: { endpointingMs: 600, interruptionMs: 300, speculate: true },
    silence: { reminderMs: 7000, endMs: 10_000, maxReminders: 2 },
    voicemail: { action: 'message', message: MESSAGE, detect: true },
    direction: 'outbound',
  };
}

function outcomeOf(
  greeting: Greeting,
  callee: BenchCallee,
  spans: { startMs: number; endMs: number }[],
  { events, sent, result }: CallRecord,
): Outcome {
  const endMs = callee.greetingEndMs;
  const said = result.turns.filter(({ role }) => role === 'agent');
  const message = said.findLast(({ text }) => text !== '' && MESSAGE.startsWith(text));
  const firstMs = firstSentMs(sent);
  const answeredBy = result.answeredBy;
  const isSpoken = (atMs: number): boolean =>
    spans.some(({ startMs, endMs: until }) => startMs <= atMs && atMs < until);
  return {
    greeting,
    answeredBy,
    isRight: answeredBy === expectedOf(greeting.kind),
    decisions: events.flatMap((event) => (event.type === 'answered_by' ? [{ who: event.who, atMs: event.atMs }] : [])),
    firstSoundMs: firstMs === null ? null : firstMs - endMs,
    isIntroduced: said.some(({ text }) => text.includes(FIRST_MESSAGE) || text.includes(OPENING)),
    messageMs: message ? message.startMs - endMs : null,
    isMessageWhole: message?.text === MESSAGE,
    overlapMs: sent.filter((frame, index) => frame && isSpoken(index * FRAME_MS)).length * FRAME_MS,
    lines: result.turns.map(
      ({ role, text, startMs, interrupted }) =>
        `${(startMs / 1000).toFixed(1)} ${role}: ${text}${interrupted ? ' –' : ''}`,
    ),
  };
}
