// npm run bench:answering [-- --recognizer truth|deaf|builtin] [--only <text>] [--held-out] [--show]: 500 greetings, and
// who they are taken for. Needs espeak-ng, flite and festival.
import { parseArgs } from 'node:util';
import { BuiltinSpeech, createVoiceActivityDetector } from '@parley/providers';
import { greetingSet } from './answering/greeting-set.ts';
import { printTables } from './answering/tables.ts';
import { type Outcome, type RecognizerKind, tryGreeting } from './answering/trial.ts';

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
const outcomes: Outcome[] = [];
for (const greeting of greetings) {
  outcomes.push(
    await tryGreeting(greeting, {
      recognizer,
      newVad,
      ...(speech && { builtin: () => speech.recognizer().stt }),
    }),
  );
}
await speech?.close();
printTables(outcomes, { shows: values.show });
