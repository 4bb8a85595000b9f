import type { SpeechRequest } from '../../synthesis/speech-request.ts';
import { VOICES } from '../../synthesis/voices.ts';
import { PLACES, type Place } from '../caller/places.ts';
import { PHRASES } from '../stimuli/phrases.ts';
import { requestsOf } from '../stimuli/sound.ts';
import { Draw } from './draw.ts';
import { languageQuestion } from './language-cases.ts';
import { peopleQuestion } from './people-cases.ts';
import {
  type CallPlan,
  type CaseClass,
  type CasePart,
  isOfPeople,
  isSynthesized,
  type Line,
  type TestCase,
} from './test-case.ts';

/** Quiet or noisy as it comes, or all the same; a place is on a quiet line. */
export type LineNoise = 'mixed' | 'quiet' | 'noisy' | Place;

const NOISY_DBOV = -50;
const ECHO: readonly CaseClass[] = ['echo', 'double talk'];
const QUESTIONS = 5;
const LANGUAGE = 'en-US';

/** Calls that hold the cases, so many each: mixed as they come, but those apart that need another line, language or longer replies. */
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
    const language = testCase.language === undefined ? '' : ` ${testCase.language}`;
    const group = `${testCase.moment.when} ${kind} ${noise === 'mixed' ? drawn : noise}${language}`;
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
  const [when, kind, noise, language = LANGUAGE] = group.split(' ');
  const line: Line = {
    noiseDbov: noise === 'noisy' ? NOISY_DBOV : null,
    echo: kind === 'echo' ? { gainDb: draw.between(-30, -6), delayMs: draw.between(20, 300) } : null,
    lossRate: kind === 'loss' ? 0.1 : 0,
    place: PLACES.find((place) => place === noise) ?? null,
    seed: draw.between(1, 1e9),
  };
  const { part } = cases[0]!;
  const questions = Array.from({ length: QUESTIONS }, () => questionOf(draw, part, language));
  return { id, replies: when === 'over' ? 'long' : 'short', language, line, cases, questions };
}

function questionOf(draw: Draw, part: CasePart, language: string): SpeechRequest {
  if (isSynthesized(part)) return { ...draw.of(VOICES[part]), text: draw.of(PHRASES[part].finished) };
  return isOfPeople(part) ? peopleQuestion(draw) : languageQuestion(draw, language);
}

/** All speech that the calls need. */
export const speechOf = (plans: readonly CallPlan[]): SpeechRequest[] =>
  plans.flatMap(({ cases, questions }) => [...questions, ...cases.flatMap(({ sound }) => requestsOf(sound))]);
