// A process of the fast driver: holds the calls that it is given, and scores them.

import type { VirtualTime } from '@parley/conversation/testing';
import { AnyWordsAnticipation, createVoiceActivityDetector } from '@parley/providers';
import { InlineOpenVocabulary, inlineRecognition } from '@parley/providers/testing';
import type { CallPlan } from './cases/test-case.ts';
import { fastCall, type OtherRecognizer, type SecondEar } from './fast-call.ts';
import type { FastTask, Recognizer } from './fast-task.ts';
import { scoreCall } from './scorer/score.ts';
import { expectedPhrases } from './stimuli/phrases.ts';
import { writeWavs } from './wav-files.ts';

const newDetector = await createVoiceActivityDetector();
const builtinFor = async (
  recognizer: Exclude<Recognizer, 'truth'>,
  { cases }: CallPlan,
  time: VirtualTime,
): Promise<OtherRecognizer> => {
  const anyWords = recognizer === 'builtin-expected' ? null : await InlineOpenVocabulary.load((ms) => time.sleep(ms));
  return {
    stt: await inlineRecognition(anyWords),
    hints: recognizer === 'builtin-unhinted' ? [] : expectedPhrases(cases[0]!.part),
    settled: () => anyWords?.settled() ?? Promise.resolve(),
  };
};

const secondEar = async (time: VirtualTime): Promise<SecondEar> => {
  const anyWords = await InlineOpenVocabulary.load((ms) => time.sleep(ms));
  return { anticipation: new AnyWordsAnticipation(anyWords), settled: () => anyWords.settled() };
};

process.on('message', async ({ task, index }: { task: FastTask; index: number }) => {
  const { plan, delays, recognizer, wavDirectory } = task;
  const other = recognizer === 'truth' ? null : (time: VirtualTime) => builtinFor(recognizer, plan, time);
  const call = await fastCall(plan, delays, newDetector(), other, delays.isAnticipated ? secondEar : null);
  const score = scoreCall(call);
  if (wavDirectory !== null) await writeWavs(wavDirectory, call, score.verdicts);
  process.send!({ score, index });
});
process.on('disconnect', () => process.exit());
process.send!('ready');
