import type { Anticipation, SpeechToText, VoiceActivityDetector } from '@parley/conversation';
import { settle, VirtualTime } from '@parley/conversation/testing';
import { type FarEnd, runCall } from '../media-time/call.ts';
import { AgentModel } from './agent/agent-model.ts';
import { AgentVoice } from './agent/agent-voice.ts';
import type { RecognizerManner } from './agent/recognizer-manner.ts';
import { GREETING } from './agent/sentences.ts';
import { TruthRecognizer } from './agent/truth-recognizer.ts';
import { ScriptedCaller } from './caller/scripted-caller.ts';
import type { CallPlan } from './cases/test-case.ts';
import { channelOf, type RecordedCall } from './recorded-call.ts';

/** How late each provider is. */
export interface ProviderDelays {
  recognizerMs: number;
  modelMs: number;
  voiceMs: number;
  /** The voice has said all of it before, in other calls. Default: nothing. */
  isHeardBefore?: boolean;
  /** Of the replies so many begin with what replies often begin with, and the voice keeps what it has said. Default 0: neither. */
  openerShare?: number;
  /** The model of any words hears the caller's last words before the recognizer tells them. Default: nothing does. */
  isAnticipated?: boolean;
  /** The voice does not tell when its words are said. Default: it does. */
  isWordless?: boolean;
  /** How the recognizer that knows the truth tells it. Default: each word as soon as it knows it. */
  manners?: readonly RecognizerManner[];
}

/** Who listens in the place of the recognizer that knows the truth, and what it may hear. */
export interface OtherRecognizer {
  stt: SpeechToText;
  hints: string[];
  /** It has listened to all there is so far. */
  settled(): Promise<void>;
}

/** What hears beside the recognizer. */
export interface SecondEar {
  anticipation: Anticipation;
  settled(): Promise<void>;
}

const LONGEST_CALL_MS = 40 * 60_000;

/** One call of a conversation in this process, as fast as it goes: time passes by frames alone. */
export async function fastCall(
  plan: CallPlan,
  delays: ProviderDelays,
  vad: VoiceActivityDetector,
  otherIn: ((time: VirtualTime) => Promise<OtherRecognizer>) | null = null,
  secondIn: ((time: VirtualTime) => Promise<SecondEar>) | null = null,
): Promise<RecordedCall> {
  const time = new VirtualTime();
  const other = otherIn && (await otherIn(time));
  const second = secondIn && (await secondIn(time));
  const caller = new ScriptedCaller(plan);
  const model = new AgentModel(time, delays.modelMs, plan, delays.openerShare);
  const voice = new AgentVoice(time, delays.voiceMs, !delays.isWordless);
  const heard: Int16Array[] = [];
  const farEnd: FarEnd = {
    frame(_atMs, sent) {
      const frame = caller.tick(sent);
      heard.push(frame);
      return frame;
    },
    get isOver() {
      return caller.isDone;
    },
  };
  const memory = delays.isHeardBefore ? voice.memoryOfEverything : delays.openerShare ? voice.memory : null;
  const { sent, result } = await runCall({
    agent: {
      prompt: 'You are Ann.',
      firstMessage: GREETING,
      language: plan.language,
      hints: other?.hints ?? [],
      tools: [],
      turnTaking: { endpointingMs: 600, interruptionMs: 300, speculate: true },
      silence: { reminderMs: 15_000, endMs: 30_000, maxReminders: 20 },
      voicemail: { action: 'hangup', message: null, detect: false },
      direction: 'inbound',
    },
    providers: {
      transcribers: [
        other?.stt ??
          new TruthRecognizer(time, caller, { ...bothDelayed(delays.recognizerMs), manners: delays.manners ?? [] }),
      ],
      models: [model],
      voices: [{ tts: voice, voice: 'bench', ...(memory && { memory }) }],
      vad,
      ...(second && { anticipation: second.anticipation }),
    },
    time,
    farEnd,
    longestMs: LONGEST_CALL_MS,
    afterTick: async () => {
      await settle();
      await other?.settled();
      await second?.settled();
    },
  });
  return {
    id: plan.id,
    caller: channelOf(heard),
    agent: channelOf(sent),
    stimuli: caller.played,
    replies: model.replies,
    clauses: voice.served,
    turns: result.turns,
  };
}

const bothDelayed = (ms: number) => ({ partialMs: ms, finalMs: ms });
