// npm run bench:turn-taking [-- --driver fast --set tuning|strangers|newcomers|people|languages|measured --class backchannel,noise --count 40 --worst 10]
// How well the agent takes turns, measured from recordings alone: docs/turn-taking.md.
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { wordsToSpeak } from './turn-taking/agent/agent-voice.ts';
import { RECOGNIZER_MANNERS, type RecognizerManner } from './turn-taking/agent/recognizer-manner.ts';
import { GREETING, QUESTIONS, STATEMENTS } from './turn-taking/agent/sentences.ts';
import { callPlans, type LineNoise, speechOf } from './turn-taking/cases/call-plans.ts';
import { casesOf } from './turn-taking/cases/case-list.ts';
import { CASE_CLASSES, type CaseClass, type CaseSet } from './turn-taking/cases/test-case.ts';
import { runFast } from './turn-taking/fast-driver.ts';
import { RECOGNIZERS } from './turn-taking/fast-task.ts';
import { slowestOf, tableOf, worstOf, wrongTranscripts } from './turn-taking/report.ts';
import { ClipStore } from './turn-taking/stimuli/clip-store.ts';
import { runWire } from './turn-taking/wire/wire-driver.ts';

const { values } = parseArgs({
  options: {
    /** `fast` ticks a conversation in this process; `wire` calls a whole service over SIP and RTP; `livekit` is the peer. */
    driver: { type: 'string', default: 'fast' },
    /** `strangers`: of accents that the built-in recognizer is tuned with. `newcomers`: of a synthesizer that nothing is tuned with. `people`: as they were recorded. `languages`: seven others than English. */
    set: { type: 'string', default: 'tuning' },
    /** Several with commas; all where it is left out. */
    class: { type: 'string' },
    /** Cases of each class. */
    count: { type: 'string' },
    /** The number of the first one: others of the same kind, so that a rule is not made for a few of them. */
    from: { type: 'string', default: '0' },
    /** Cases of each call. */
    'a-call': { type: 'string', default: '10' },
    'recognizer-ms': { type: 'string', default: '250' },
    /** `truth` knows what is said; `builtin` is Parley's own, `builtin-unhinted` without hints, `builtin-expected` without its model of any words. */
    recognizer: { type: 'string', default: 'truth' },
    /** How it tells what it knows, several with commas; left out: each word as soon as it knows it. */
    manner: { type: 'string' },
    /** `quiet`, `noisy`, or `mixed`; or where the caller is: `room`, `car`, `street`, `gated`. */
    line: { type: 'string', default: 'mixed' },
    'model-ms': { type: 'string', default: '0' },
    'voice-ms': { type: 'string', default: '0' },
    /** The voice has said everything before, in other calls: what is short of it is heard at once. */
    'heard-before': { type: 'boolean', default: false },
    /** So many replies begin with what replies often begin with, and the voice keeps what it has said. */
    'opener-share': { type: 'string', default: '0' },
    /** The model of any words hears what the recognizer has still to tell. */
    anticipated: { type: 'boolean', default: false },
    /** The voice does not tell when its words are said: where it is cut is found in its audio. */
    'without-word-times': { type: 'boolean', default: false },
    /** So many failing cases of each class are listed. */
    worst: { type: 'string', default: '5' },
    /** So many interruptions are listed whose last word came latest. */
    slowest: { type: 'string', default: '0' },
    /** A directory for the recordings of what fails. */
    wav: { type: 'string' },
    /** Calls at a time, over the wire: each takes three of the 50 providers that an account may have. */
    concurrency: { type: 'string', default: '16' },
    processes: { type: 'string', default: String(availableParallelism()) },
  },
});
const say = (line: string) => process.stdout.write(`${line}\n`);

const SETS: readonly CaseSet[] = ['tuning', 'strangers', 'newcomers', 'people', 'languages', 'measured'];
const set = SETS.find((name) => name === values.set);
if (!set) throw new Error(`no set is called ${values.set}: ${SETS.join(', ')}`);
const count = Number(values.count ?? (set === 'measured' ? 450 : 60));
const classes = (values.class?.split(',') ?? CASE_CLASSES) as CaseClass[];
for (const name of classes)
  if (!CASE_CLASSES.includes(name)) throw new Error(`no class is called ${name}: ${CASE_CLASSES.join(', ')}`);

const cases = classes.flatMap((name) => casesOf(name, set, count, Number(values.from)));
const plans = callPlans(cases, Number(values['a-call']), set, values.line as LineNoise);
const preparedMs = performance.now();
ClipStore.prepare([...speechOf(plans), ...wordsToSpeak([GREETING, ...STATEMENTS, ...QUESTIONS])]);
const startedMs = performance.now();

const manners = (values.manner?.split(',') ?? []) as RecognizerManner[];
for (const name of manners)
  if (!RECOGNIZER_MANNERS.includes(name))
    throw new Error(`no manner is called ${name}: ${RECOGNIZER_MANNERS.join(', ')}`);

const delays = {
  recognizerMs: Number(values['recognizer-ms']),
  modelMs: Number(values['model-ms']),
  voiceMs: Number(values['voice-ms']),
  isHeardBefore: values['heard-before'],
  openerShare: Number(values['opener-share']),
  isAnticipated: values.anticipated,
  isWordless: values['without-word-times'],
  manners,
};
const recognizer = RECOGNIZERS.find((name) => name === values.recognizer);
if (!recognizer) throw new Error(`no recognizer is called ${values.recognizer}: ${RECOGNIZERS.join(', ')}`);
if (values.driver === 'wire' && recognizer !== 'truth' && recognizer !== 'builtin-unhinted')
  throw new Error('over the wire the service has no hints of what callers may say: truth, builtin-unhinted');
const subject = values.driver === 'livekit' ? 'livekit' : 'parley';
const wavDirectory = values.wav ?? null;
const scores =
  values.driver === 'wire'
    ? await runWire({
        plans,
        delays,
        recognizer,
        concurrency: Number(values.concurrency),
        wavDirectory,
        onCall: () => process.stderr.write('.'),
      })
    : await runFast(
        plans.map((plan) => ({ plan, delays, recognizer, wavDirectory })),
        { subject, processes: Number(values.processes) },
      );
const spentS = (performance.now() - startedMs) / 1000;
const mediaS = scores.reduce((sum, { lengthMs }) => sum + lengthMs, 0) / 1000;
say(
  `${set} set, ${cases.length} cases in ${plans.length} calls; recognizer ${recognizer === 'truth' ? `${delays.recognizerMs} ms` : recognizer}, model ${delays.modelMs} ms, voice ${delays.voiceMs} ms; ` +
    `${mediaS.toFixed(0)} s of calls in ${spentS.toFixed(0)} s, clips made in ${((startedMs - preparedMs) / 1000).toFixed(0)} s`,
);
say('');
say(tableOf(scores));
const worst = [...worstOf(scores, Number(values.worst)), ...wrongTranscripts(scores, Number(values.worst))];
if (worst.length > 0) say(`\nwhat failed, of what may be seen:\n${worst.join('\n')}`);
const slowest = slowestOf(scores, Number(values.slowest));
if (slowest.length > 0) say(`\nthe latest last words, of what may be seen:\n${slowest.join('\n')}`);
