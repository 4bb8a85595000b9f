// A process of the fast driver: holds the calls that it is given, and scores them.
import { createVoiceActivityDetector } from '@parley/providers';
import { inlineRecognition } from '@parley/providers/testing';
import type { CallPlan } from './cases/test-case.ts';
import { fastCall, type OtherRecognizer, type ProviderDelays } from './fast-call.ts';
import { scoreCall } from './scorer/score.ts';
import { expectedPhrases } from './stimuli/phrases.ts';
import { writeWavs } from './wav-files.ts';

/** What a worker is asked to do. */
export interface FastTask {
  plan: CallPlan;
  delays: ProviderDelays;
  recognizer: 'truth' | 'builtin';
  /** Where recordings are written to; null: nowhere. */
  wavDirectory: string | null;
}

const newDetector = await createVoiceActivityDetector();
const builtinFor = async ({ cases }: CallPlan): Promise<OtherRecognizer> => ({
  stt: await inlineRecognition(),
  hints: expectedPhrases(cases[0]!.part),
});

process.on('message', async ({ task, index }: { task: FastTask; index: number }) => {
  const { plan, delays, recognizer, wavDirectory } = task;
  const call = await fastCall(plan, delays, newDetector(), recognizer === 'builtin' ? await builtinFor(plan) : null);
  const score = scoreCall(call);
  if (wavDirectory !== null) await writeWavs(wavDirectory, call, score.verdicts);
  process.send!({ score, index });
});
process.on('disconnect', () => process.exit());
process.send!('ready');
