import { packFor } from '@parley/conversation/testing';
import { RECORDED_NOISES } from '../../recordings/noise.ts';
import { isUnseen as isUnseenPerson, people, type Said } from '../../recordings/people.ts';
import type { SpeechRequest } from '../../synthesis/speech-request.ts';
import { other } from '../../synthesis/voice.ts';
import type { Draw } from './draw.ts';
import { drawnOver, drawnToSilence } from './drawn.ts';
import type { CaseClass, Drawn, Sound } from './test-case.ts';

/** What people say and do on a line, as it was recorded, instead of what synthesizers say. */
type Maker = (draw: Draw, isUnseen: boolean) => Drawn;

const { backchannels, hesitations, demands } = packFor('en');
const LISTENED = new Set(backchannels.filter((text) => !hesitations.includes(text)));
const COMMANDS = new Set([...demands, 'no way', 'what', 'why', 'who', 'never mind', 'enough']);
/** No sentence is over behind one of these. */
const GOES_ON = new Set([
  ...['a', 'an', 'the', 'my', 'your', 'his', 'her', 'our', 'their', 'some', 'any', 'of', 'to', 'for', 'with', 'from'],
  ...['into', 'and', 'or', 'because', 'if', 'is', 'are', 'was', 'than'],
]);
const LEAST_SENTENCE_WORDS = 4;

const countOf = ({ words }: Said): number => words.split(' ').length;
const isWhole = ({ text }: Said): boolean => /[^.][.?!]$/.test(text.trim());

/** How many words at the beginning are a listener's, or 0. */
function listenedWords({ words }: Said): number {
  const all = words.split(' ');
  return [3, 2, 1].find((count) => backchannels.includes(all.slice(0, count).join(' '))) ?? 0;
}

/** Where a sentence may be broken off, as a number of words; null where it may not. */
function breakOf(said: Said): number | null {
  const words = said.words.split(' ');
  const at = words.findIndex((word, index) => index >= 2 && index < words.length - 2 && GOES_ON.has(word));
  return at < 0 ? null : at + 1;
}

type Kind = 'sentence' | 'late sentence' | 'command' | 'backchannel' | 'paused' | 'finished';
const IS_OF: Record<Kind, (said: Said) => boolean> = {
  sentence: (said) => countOf(said) >= LEAST_SENTENCE_WORDS && listenedWords(said) === 0,
  'late sentence': (said) => countOf(said) >= listenedWords(said) + 3 && listenedWords(said) > 0,
  command: ({ words }) => COMMANDS.has(words),
  backchannel: ({ words }) => LISTENED.has(words),
  paused: (said) => countOf(said) >= 6 && breakOf(said) !== null,
  finished: (said) => countOf(said) >= LEAST_SENTENCE_WORDS && isWhole(said),
};

const lists = new Map<string, Said[]>();
function listOf(kind: Kind, isUnseen: boolean): Said[] {
  const name = `${kind} ${isUnseen}`;
  const list = lists.get(name) ?? people().filter((said) => isUnseenPerson(said) === isUnseen && IS_OF[kind](said));
  lists.set(name, list);
  return list;
}

function saidBy(said: Said, draw: Draw, lowestDbov: number, splits: readonly number[], gapsMs: number[]): Sound {
  const words = said.words.split(' ');
  const bounds = [0, ...splits, words.length];
  const parts = bounds.slice(1).map((until, index) => ({
    ...other('recorded', said.voice),
    text: words.slice(bounds[index], until).join(' '),
  }));
  return {
    type: 'speech',
    parts,
    gapsMs,
    levelDbov: draw.between(lowestDbov, -16),
    ...(splits.length > 0 ? { isSentence: true } : {}),
  };
}

const LOWEST_DBOV = -30;

export const PEOPLE_MAKERS: Partial<Record<CaseClass, Maker>> = {
  interruption: (draw, isUnseen) => {
    const kind = draw.of(['sentence', 'sentence', 'late sentence', 'command'] as const);
    const said = draw.of(listOf(kind, isUnseen));
    const listened = kind === 'late sentence' ? listenedWords(said) : 0;
    const sound = saidBy(said, draw, LOWEST_DBOV, listened > 0 ? [listened] : [], listened > 0 ? [0] : []);
    const isHesitation = hesitations.includes(said.words.split(' ').slice(0, listened).join(' '));
    return {
      ...drawnOver(draw, said.words, sound, 'yield'),
      ...(listened > 0 && !isHesitation ? { claimsLate: true } : {}),
    };
  },
  backchannel: (draw, isUnseen) => {
    const said = draw.of(listOf('backchannel', isUnseen));
    return drawnOver(draw, said.words, saidBy(said, draw, -32, [], []), 'go_on');
  },
  noise: (draw, isUnseen) => {
    const noise = draw.of(RECORDED_NOISES);
    const [durationMs, levelDbov] = [draw.between(200, 4000), draw.between(-34, -18)];
    const sound: Sound = { type: 'recording', noise, isUnseen, seed: draw.between(1, 1e9), durationMs, levelDbov };
    return drawnOver(draw, noise, sound, 'go_on', false);
  },
  pause: (draw, isUnseen) => {
    const said = draw.of(listOf('paused', isUnseen));
    const gapMs = draw.between(300, 900);
    const sound = saidBy(said, draw, LOWEST_DBOV, [breakOf(said)!], [gapMs]);
    return {
      ...drawnToSilence(draw, `${said.words} (${gapMs} ms behind word ${breakOf(said)})`, sound),
      expects: 'wait',
    };
  },
  finished: (draw, isUnseen) => {
    const said = draw.of(listOf('finished', isUnseen));
    return drawnToSilence(draw, said.words, saidBy(said, draw, LOWEST_DBOV, [], []));
  },
};

/** What keeps a call of people going. */
export function peopleQuestion(draw: Draw): SpeechRequest {
  const { voice, words } = draw.of(listOf('finished', false));
  return { ...other('recorded', voice), text: words };
}
