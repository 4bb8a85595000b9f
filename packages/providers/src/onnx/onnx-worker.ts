import { readFile } from 'node:fs/promises';
import { parentPort, workerData } from 'node:worker_threads';
import type { OnnxCommand, OnnxReport, OnnxThreadData } from './onnx-messages.ts';
import { openSession } from './session.ts';
import { SileroVad } from './silero-vad.ts';
import { SmartTurn } from './smart-turn.ts';

// The thread in which one model runs: what it takes at a time, up to tenths of a second, keeps nothing else from its work.
const { kind, file } = workerData as OnnxThreadData;
const port = parentPort!;
const report = (message: OnnxReport) => port.postMessage(message);

try {
  const session = await openSession(await readFile(file));
  const model = kind === 'vad' ? new SileroVad(session) : new SmartTurn(session);

  const judge = async (command: Exclude<OnnxCommand, { type: 'forget' }>): Promise<Float32Array> => {
    if (command.type === 'voice' && model instanceof SileroVad) return model.judge(command.calls, command.windows);
    if (command.type === 'turn' && model instanceof SmartTurn)
      return Float32Array.of(await model.judge(command.samples));
    throw new Error(`a model of kind ${kind} has no answer to ${command.type}`);
  };

  /** A call's windows come one after the other, and each needs what the one before has left. */
  let last = Promise.resolve();
  port.on('message', (command: OnnxCommand) => {
    last = last.then(async () => {
      if (command.type === 'forget') {
        if (model instanceof SileroVad) model.forget(command.call);
        return;
      }
      try {
        report({ type: 'result', id: command.id, probabilities: await judge(command) });
      } catch (cause) {
        report({ type: 'error', id: command.id, message: (cause as Error).message });
      }
    });
  });
  report({ type: 'ready' });
} catch (cause) {
  report({ type: 'failed', message: (cause as Error).message });
}
