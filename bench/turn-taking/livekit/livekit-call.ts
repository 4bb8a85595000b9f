import { VirtualTime } from '@parley/conversation/testing';
import { AgentModel } from '../agent/agent-model.ts';
import { AgentVoice } from '../agent/agent-voice.ts';
import { GREETING } from '../agent/sentences.ts';
import { TruthRecognizer } from '../agent/truth-recognizer.ts';
import { ScriptedCaller } from '../caller/scripted-caller.ts';
import type { CallPlan } from '../cases/test-case.ts';
import type { ProviderDelays } from '../fast-call.ts';
import { channelOf, type RecordedCall } from '../recorded-call.ts';
import { openAgent } from './livekit-agent.ts';
import { openSound } from './livekit-audio.ts';
import type { ProcessTime } from './process-time.ts';
import { SelfFinishing } from './self-finishing.ts';

const LONGEST_CALL_FRAMES = 50 * 60 * 15;

/** What a process has loaded for all its calls. */
export interface LoadedLiveKit {
  loaded: any;
  vad: any;
  processTime: ProcessTime;
}

/** One call of an AgentSession in media time, without a room, with the Silero detector and the defaults for all else. */
export async function liveKitCall(
  plan: CallPlan,
  delays: ProviderDelays,
  { loaded, vad, processTime }: LoadedLiveKit,
): Promise<RecordedCall> {
  const time = new VirtualTime();
  const caller = new ScriptedCaller(plan);
  const model = new AgentModel(time, delays.modelMs, plan);
  const voice = new AgentVoice(time, delays.voiceMs);
  const both = { partialMs: delays.recognizerMs, finalMs: delays.recognizerMs - 100 };
  const { signal } = new AbortController();
  const stream = await new TruthRecognizer(time, caller, both).open({ language: null, hints: [], signal });
  const recognizer = new SelfFinishing(stream, time, caller);
  const sound = openSound(loaded);
  const session = new loaded.agents.voice.AgentSession({
    vad,
    turnHandling: { turnDetection: 'vad' },
    userAwayTimeout: null,
  });
  session.input.audio = sound.input;
  session.output.audio = sound.output;
  await processTime.during(session.start({ agent: openAgent(loaded, { stream, model, voice }), record: false }));
  session.say(GREETING);
  const heard: Int16Array[] = [];
  const sent: (Int16Array | null)[] = [];
  while (!caller.isDone && sent.length < LONGEST_CALL_FRAMES) {
    const frame = caller.tick(sent.at(-1) ?? null);
    time.advance();
    recognizer.write(frame);
    sound.push(frame);
    heard.push(frame);
    sent.push(sound.pop());
    await processTime.passFrame();
  }
  await processTime.during(session.close());
  // Its history has no times of the sound: what it has of a cut turn is not compared.
  return {
    id: plan.id,
    caller: channelOf(heard),
    agent: channelOf(sent),
    stimuli: caller.played,
    replies: model.replies,
    clauses: voice.served,
    turns: [],
  };
}
