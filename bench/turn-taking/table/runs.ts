import type { LineNoise } from '../cases/call-plans.ts';
import type { CaseClass, CaseSet } from '../cases/test-case.ts';
import type { ProviderDelays } from '../fast-call.ts';
import type { Recognizer } from '../fast-task.ts';

/** One column of the table: who listens, over which line, and which cases. */
export interface Run {
  name: string;
  subject: 'parley' | 'livekit';
  recognizer: Recognizer;
  delays: ProviderDelays;
  line: LineNoise;
  set: CaseSet;
  classes: readonly CaseClass[];
  /** Cases of each call. */
  casesEach: number;
}

const TURNS: readonly CaseClass[] = ['interruption', 'backchannel', 'noise', 'pause', 'finished'];
const ALL_TURNS: readonly CaseClass[] = [...TURNS, 'answer'];
const SPECIAL: readonly CaseClass[] = [
  'ghost word',
  'open pause',
  'echo',
  'double talk',
  'hold music',
  'menu',
  'second voice',
  'child',
  'whisper',
  'loss',
];
/** So many replies of agents begin with one of eight openers, in written dialogues (docs/turn-taking.md). */
const OPENER_SHARE = 0.45;
const SHORT_CALL = 10;
/** Some ten minutes, whatever the cases are. */
const LONG_CALL = 40;

const delayed = (recognizerMs: number, modelMs = 0, voiceMs = 0): ProviderDelays => ({
  recognizerMs,
  modelMs,
  voiceMs,
});
const base = {
  subject: 'parley',
  recognizer: 'truth',
  delays: delayed(250),
  line: 'mixed',
  set: 'measured',
  classes: ALL_TURNS,
  casesEach: SHORT_CALL,
} satisfies Omit<Run, 'name'>;

/** What the table needs; those that matter most come last, so that they are of the newest code. */
export const RUNS: readonly Run[] = [
  { ...base, name: '150 ms', delays: delayed(150) },
  { ...base, name: '400 ms', delays: delayed(400) },
  { ...base, name: 'built-in', recognizer: 'builtin-unhinted', classes: TURNS },
  { ...base, name: 'LiveKit', subject: 'livekit' },
  {
    ...base,
    name: '250 ms as vendors tell',
    delays: { ...delayed(250), manners: ['stepped', 'uneven', 'revising', 'punctuated'] },
  },
  { ...base, name: '250 ms special', classes: SPECIAL },
  { ...base, name: 'people LiveKit', subject: 'livekit', set: 'people', classes: TURNS },
  { ...base, name: 'people built-in', recognizer: 'builtin-unhinted', set: 'people', classes: TURNS },
  { ...base, name: 'people 250 ms', set: 'people', classes: TURNS },
  {
    ...base,
    name: 'languages 250 ms',
    set: 'languages',
    classes: ['interruption', 'backchannel', 'pause', 'finished'],
  },
  { ...base, name: '250 + 350 + 100 ms', delays: delayed(250, 350, 100), classes: ['finished', 'answer'] },
  {
    ...base,
    name: '250 + 350 + 100 ms anticipated',
    delays: { ...delayed(250, 350, 100), isAnticipated: true },
    classes: ['finished', 'answer'],
  },
  {
    ...base,
    name: '250 + 350 + 100 ms with openers',
    delays: { ...delayed(250, 350, 100), openerShare: OPENER_SHARE },
    classes: ['finished', 'answer'],
  },
  {
    ...base,
    name: '250 + 350 + 100 ms heard before',
    delays: { ...delayed(250, 350, 100), isHeardBefore: true },
    classes: ['finished', 'answer'],
  },
  { ...base, name: '250 ms quiet', line: 'quiet', casesEach: LONG_CALL },
  { ...base, name: '250 ms noisy', line: 'noisy', casesEach: LONG_CALL },
];
