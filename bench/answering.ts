// npm run bench:answering [-- --recognizer truth|deaf|builtin] [--only <text>] [--held-out] [--show]: some 500 greetings, and
// who they are taken for. Needs espeak-ng, flite and festival.
import { parseArgs } from 'node:util';
import { BuiltinSpeech, createVoiceActivityDetector } from '@parley/providers';
import { greetingSet } from './answering/greeting-set.ts';
import { printTables } from './answering/tables.ts';
import { type Outcome, type RecognizerKind, tryGreeting } from './answering/trial.ts';
import { realTimePace } from './media-time/real-time.ts';

const { values } = parseArgs({
  options: {
    recognizer: { type: 'string', default: 'truth' },
    only: { type: 'string', default: '' },
    'held-out': { type: 'boolean', default: false },
    /** Tuning part only: prints every greeting that came out wrong. */
    show: { type: 'boolean', default: false },
  },
});
const recognizer = values.recognizer as RecognizerKind;
const newVad = await createVoiceActivityDetector();
const speech = recognizer === 'builtin' ? new BuiltinSpeech({ threads: 1 }) : null;
const greetings = greetingSet().filter(
  ({ id, isHeldOut, language }) =>
    id.includes(values.only) &&
    (!values.show || !isHeldOut) &&
    (!values['held-out'] || isHeldOut) &&
    (!speech || language === 'en-US'),
);
/** The built-in recognizer answers in real time: its calls are held side by side. */
const REAL_TIME_CALLS = 6;
const outcomes: Outcome[] = [];
const queue = [...greetings];

async function work(): Promise<void> {
  for (let greeting = queue.shift(); greeting; greeting = queue.shift()) {
    const realTime = speech && { builtin: () => speech.recognizer().stt, afterTick: realTimePace() };
    outcomes.push(await tryGreeting(greeting, { recognizer, newVad, ...realTime }));
  }
}

await speech?.load();
await Promise.all(Array.from({ length: speech ? REAL_TIME_CALLS : 1 }, work));
await speech?.close();
printTables(outcomes, { shows: values.show });
