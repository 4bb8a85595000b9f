import { parentPort, workerData } from 'node:worker_threads';
import type { SpeechCommand, SpeechReport, SpeechWorkerData } from './messages.ts';
import { yieldToOthers } from './yield-to-others.ts';

/**
 * One step behind the process, whatever it was started with: media threads that may not be raised still come first, and
 * speech does not starve beside other programs.
 * At 10 (BELOW_NORMAL) two busy neighbours on two cores made callers wait 7.7 s for an answer at the 95th percentile,
 * against 1.1 s, and paced nothing better.
 */
const STEPS_BEHIND = 1;

// Each instance of the recognizer's WebAssembly runtime adds listeners of its own to the process.
process.setMaxListeners(100);

const port = parentPort!;
const { flite: module, decoders } = workerData as SpeechWorkerData;

function report(message: SpeechReport, transfer: ArrayBuffer[] = []): void {
  port.postMessage(message, transfer);
}

function speak({ job, text, voice, rateHz }: Extract<SpeechCommand, { type: 'speak' }>): void {
  try {
    const piece = flite.synthesize(text, voice, rateHz);
    report({ type: 'spoken', job, piece }, [piece.samples.buffer as ArrayBuffer]);
  } catch (error) {
    report({ type: 'speak_failed', job, message: String(error) });
  }
  setImmediate(() => flite.prepare());
}

const obey: { [T in SpeechCommand['type']]: (command: Extract<SpeechCommand, { type: T }>) => void } = {
  speak,
  prepare: ({ hints }) => recognizer.prepare(hints),
  begin: ({ utterance, hints, mean }) =>
    decoders > 0
      ? recognizer.begin(utterance, hints, mean)
      : report({ type: 'recognition_failed', utterance, message: 'this speech thread only speaks' }),
  audio: ({ utterance, samples }) => recognizer.hear(utterance, samples),
  end: ({ utterance, overAgent }) => recognizer.end(utterance, { overAgent }),
  abandon: ({ utterance }) => recognizer.abandon(utterance),
};

yieldToOthers(STEPS_BEHIND);
// Not before: a thread starts with the priority of the one that made it, and loading is work too.
const [{ Recognizer }, { Flite }] = await Promise.all([
  import('../recognition/recognizer.ts'),
  import('../synthesis/flite.ts'),
]);
const flite = new Flite(module);
const recognizer = new Recognizer({ decoders, phonesOf: (word) => flite.phones(word), report });
if (decoders > 0) await recognizer.start();
flite.prepare();
port.on('message', (command: SpeechCommand) => (obey[command.type] as (command: SpeechCommand) => void)(command));
report({ type: 'ready' });
