import { setTimeout as delay } from 'node:timers/promises';
import { FRAME_MS } from '@parley/audio';
import { openConversation, type SpeechToText, type VoiceActivityDetector } from '@parley/conversation';
import { settle, VirtualTime } from '@parley/conversation/testing';
import { AgentModel } from './agent/agent-model.ts';
import { AgentVoice } from './agent/agent-voice.ts';
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
}

/** Who listens in the place of the recognizer that knows the truth: it needs real time, and what it may hear. */
export interface OtherRecognizer {
  stt: SpeechToText;
  hints: string[];
}

const LONGEST_CALL_FRAMES = 50 * 60 * 40;

/** One call of a conversation in this process, as fast as it goes: time passes by frames alone. */
export async function fastCall(
  plan: CallPlan,
  delays: ProviderDelays,
  vad: VoiceActivityDetector,
  other: OtherRecognizer | null = null,
): Promise<RecordedCall> {
  const time = new VirtualTime();
  const caller = new ScriptedCaller(plan);
  const model = new AgentModel(time, delays.modelMs, plan.replies, plan.id);
  const voice = new AgentVoice(time, delays.voiceMs);
  let hasEnded = false;
  const conversation = openConversation({
    agent: {
      prompt: 'You are Ann.',
      firstMessage: GREETING,
      language: 'en-US',
      hints: other?.hints ?? [],
      tools: [],
      turnTaking: { endpointingMs: 600, interruptionMs: 300, speculate: true },
      silence: { reminderMs: 15_000, endMs: 30_000, maxReminders: 20 },
      voicemail: { action: 'hangup', message: null, detect: false },
      direction: 'inbound',
    },
    providers: {
      transcribers: [other?.stt ?? new TruthRecognizer(time, caller, bothDelayed(delays.recognizerMs))],
      models: [model],
      voices: [{ tts: voice, voice: 'bench' }],
      vad,
    },
    onEvent: ({ type }) => {
      if (type === 'hangup') hasEnded = true;
    },
  });
  await conversation.start();
  await settle();
  const nextFrame = other ? new RealTime() : { passed: settle };
  const heard: Int16Array[] = [];
  const sent: (Int16Array | null)[] = [];
  while (!caller.isDone && !hasEnded && sent.length < LONGEST_CALL_FRAMES) {
    const frame = caller.tick(sent.at(-1) ?? null);
    time.advance();
    await settle();
    heard.push(frame);
    sent.push(conversation.tick(frame));
    await nextFrame.passed();
  }
  conversation.hangUp('user_hangup');
  const finishing = conversation.finish();
  // The recognizer's last words come in media time, too.
  for (let frames = 0; frames < 50; frames += 1) {
    time.advance();
    await settle();
  }
  const { turns } = await finishing;
  const { replies } = model;
  return {
    id: plan.id,
    caller: channelOf(heard),
    agent: channelOf(sent),
    stimuli: caller.played,
    replies,
    clauses: voice.served,
    turns,
  };
}

const bothDelayed = (ms: number) => ({ partialMs: ms, finalMs: ms });

/** Twenty milliseconds after twenty milliseconds; one that is late is made up for. */
class RealTime {
  #dueMs = performance.now();

  passed(): Promise<void> {
    this.#dueMs += FRAME_MS;
    return delay(Math.max(0, this.#dueMs - performance.now()));
  }
}
