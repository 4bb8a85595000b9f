// A process of the fast driver: holds the calls that it is given, one after the other, and scores them.
import { createVoiceActivityDetector } from '@parley/providers';
import type { CallPlan } from './cases/test-case.ts';
import { fastCall, type ProviderDelays } from './fast-call.ts';
import { scoreCall } from './scorer/score.ts';
import { writeWavs } from './wav-files.ts';

/** What a worker is asked to do. */
export interface FastTask {
  plan: CallPlan;
  delays: ProviderDelays;
  /** Where recordings are written to; null: nowhere. */
  wavDirectory: string | null;
}

const newDetector = await createVoiceActivityDetector();

process.on('message', async ({ plan, delays, wavDirectory }: FastTask) => {
  const call = await fastCall(plan, delays, newDetector());
  const score = scoreCall(call);
  if (wavDirectory !== null) await writeWavs(wavDirectory, call, score.verdicts);
  process.send!(score);
});
process.on('disconnect', () => process.exit());
process.send!('ready');
