import { setImmediate as nextTurn } from 'node:timers/promises';
import { webAssembly } from '../../onnx/runtime.ts';
import { yieldToOthers } from '../worker/yield-to-others.ts';
import { type HeardSound, Moonshine } from './moonshine.ts';
import { type HostCommand, type HostReport, WITHOUT_NATIVE } from './open-messages.ts';
import { WorkQueue } from './work-queue.ts';

// The process of the model, for all calls of the host.

/** Behind the search for what is expected, which is one step behind media: without it a call is understood, too. */
const STEPS_BEHIND = 4;

interface Work {
  /** Null until it was heard. */
  heard: HeardSound | null;
  isUrgent: boolean;
  aborted: boolean;
}

yieldToOthers(STEPS_BEHIND);
// The parent process is gone.
process.on('disconnect', () => process.exit(0));
// They reach the whole process group; the parent process ends this one when its calls are over.
process.on('SIGINT', () => undefined);
process.on('SIGTERM', () => undefined);

const loading = process.argv.includes(WITHOUT_NATIVE) ? Moonshine.load(webAssembly) : Moonshine.load();
// Each request reports it.
loading.catch(() => undefined);
const works = new Map<string, Work>();
const keyOf = ({ client, sound }: HostCommand): string => `${client}/${sound}`;

async function answer(command: Exclude<HostCommand, { type: 'forget' }>): Promise<HostReport | null> {
  const { client, sound } = command;
  const work = works.get(keyOf(command));
  if (!work) return null;
  try {
    const model = await loading;
    // What was forgotten meanwhile is read before anything is computed for it.
    await nextTurn();
    if (work.aborted) return null;
    if (command.type === 'hear') {
      const { samples, draft, known } = command;
      work.heard = await model.encode(samples);
      const transcript = await model.transcribe(work.heard, { draft, known, signal: work });
      return work.aborted ? null : { type: 'heard', client, sound, ...transcript };
    }
    if (!work.heard) return null;
    if (command.type === 'interject')
      return { type: 'interjected', client, sound, interjections: await model.interjections(work.heard) };
    const { text } = command;
    return { type: 'weighed', client, sound, text, ...(await model.likelihood(work.heard, text)) };
  } catch (cause) {
    return { type: 'failed', client, sound, message: (cause as Error).message };
  }
}

const queue = new WorkQueue();
process.on('message', (command: HostCommand) => {
  const key = keyOf(command);
  if (command.type === 'forget') {
    const work = works.get(key);
    if (work) work.aborted = true;
    works.delete(key);
    return;
  }
  if (command.type === 'hear') works.set(key, { heard: null, isUrgent: command.isUrgent, aborted: false });
  const step = async () => {
    const report = await answer(command);
    if (report) process.send!(report);
  };
  queue.add(step, works.get(key)?.isUrgent ?? false);
});
