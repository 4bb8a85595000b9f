import type { SpeechRequest } from '../../synthesis/speech-request.ts';
import { VOICES } from '../../synthesis/voices.ts';
import { PHRASES } from '../stimuli/phrases.ts';
import { requestsOf } from '../stimuli/sound.ts';
import { Draw } from './draw.ts';
import { peopleQuestion } from './people-cases.ts';
import { type CallPlan, type CaseClass, isSynthesized, type Line, type TestCase } from './test-case.ts';

/** Quiet or noisy as it comes, or all the same. */
export type LineNoise = 'mixed' | 'quiet' | 'noisy';

const NOISY_DBOV = -50;
const ECHO: readonly CaseClass[] = ['echo', 'double talk'];
const QUESTIONS = 5;

/** Calls that hold the cases, so many each: mixed as they come, but those apart that need another line or longer replies. */
export function callPlans(
  cases: readonly TestCase[],
  casesEach: number,
  name: string,
  noise: LineNoise = 'mixed',
): CallPlan[] {
  const draw = new Draw(name);
  const groups = new Map<string, TestCase[]>();
  for (const testCase of draw.shuffled(cases)) {
    const kind = lineKind(testCase.class);
    const drawn = draw.isLess(0.5) ? 'noisy' : 'quiet';
    const group = `${testCase.moment.when} ${kind} ${noise === 'mixed' ? drawn : noise}`;
    groups.set(group, [...(groups.get(group) ?? []), testCase]);
  }
  return [...groups].flatMap(([group, members]) =>
    Array.from({ length: Math.ceil(members.length / casesEach) }, (_, index) =>
      planOf(`${name}/${group}/${index}`, group, members.slice(index * casesEach, (index + 1) * casesEach)),
    ),
  );
}

const lineKind = (caseClass: CaseClass): string =>
  ECHO.includes(caseClass) ? 'echo' : caseClass === 'loss' ? 'loss' : 'plain';

function planOf(id: string, group: string, cases: TestCase[]): CallPlan {
  const draw = new Draw(id);
  const [when, kind, noise] = group.split(' ');
  const line: Line = {
    noiseDbov: noise === 'noisy' ? NOISY_DBOV : null,
    echo: kind === 'echo' ? { gainDb: draw.between(-30, -6), delayMs: draw.between(20, 300) } : null,
    lossRate: kind === 'loss' ? 0.1 : 0,
    seed: draw.between(1, 1e9),
  };
  const { part } = cases[0]!;
  const questions = Array.from(
    { length: QUESTIONS },
    (): SpeechRequest =>
      isSynthesized(part) ? { ...draw.of(VOICES[part]), text: draw.of(PHRASES[part].finished) } : peopleQuestion(draw),
  );
  return { id, replies: when === 'over' ? 'long' : 'short', line, cases, questions };
}

/** All speech that the calls need. */
export const speechOf = (plans: readonly CallPlan[]): SpeechRequest[] =>
  plans.flatMap(({ cases, questions }) => [...questions, ...cases.flatMap(({ sound }) => requestsOf(sound))]);
