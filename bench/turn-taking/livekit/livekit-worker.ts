// A process of the LiveKit driver: holds the calls that it is given, and scores them.
import type { FastTask } from '../fast-task.ts';
import { scoreCall } from '../scorer/score.ts';
import { writeWavs } from '../wav-files.ts';
import { liveKitCall } from './livekit-call.ts';
import { loadLiveKit } from './livekit-install.ts';
import { ProcessTime } from './process-time.ts';

const processTime = ProcessTime.install();
const loaded = await loadLiveKit();
processTime.waitFor(loaded.detection.InferenceSession.prototype, 'run');
loaded.agents.initializeLogger({ pretty: false, level: 'error' });
const vad = await loaded.silero.VAD.load();

process.on('message', async ({ task, index }: { task: FastTask; index: number }) => {
  const call = await liveKitCall(task.plan, task.delays, { loaded, vad, processTime });
  const score = scoreCall(call);
  if (task.wavDirectory !== null) await writeWavs(task.wavDirectory, call, score.verdicts);
  process.send!({ score, index });
});
process.on('disconnect', () => process.exit());
process.send!('ready');
