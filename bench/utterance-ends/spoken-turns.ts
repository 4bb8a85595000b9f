import { type CorpusTurn, learnableTurns } from '@parley/conversation/testing';
import { heardSound } from '../interjections/heard-sound.ts';
import type { SpeechRequest } from '../synthesis/speech-request.ts';
import { STRANGERS } from '../synthesis/strangers.ts';
import type { Voice } from '../synthesis/voice.ts';
import { Draw } from '../turn-taking/cases/draw.ts';
import { ClipStore } from '../turn-taking/stimuli/clip-store.ts';
import { cutAtWords, withLevel } from '../turn-taking/stimuli/speech-clip.ts';

/** What a caller said until a silence: all of it, or what came before a pause. */
export interface SpokenPiece {
  isEnd: boolean;
  question: string | null;
  /** 8 kHz, as a call gives it to a recognizer. */
  sound: Int16Array;
}

/** The pieces of one caller, to an agent that expects these phrases. */
export interface SpokenCall {
  speaker: string;
  hints: string[];
  pieces: SpokenPiece[];
}

type Turn = Pick<CorpusTurn, 'pieces' | 'pauses' | 'question'>;

interface DrawnPiece {
  request: SpeechRequest;
  /** So many of its words come before the silence. */
  words: number;
  isEnd: boolean;
  question: string | null;
}

const PIECES = 8;
const LONGEST_WORDS = 14;
/** An agent expects so many turns; callers say others, too. */
const EXPECTED = 34;
const UNEXPECTED = 6;
const UNEXPECTED_SHARE = 0.15;
/** Of the whole ones beyond those that are drawn with the others. */
const ANSWERS_SHARE = 0.15;
const ANNOUNCING_NUMBERS = [
  'my number is',
  'it is',
  'the code is',
  'call me at',
  'the order number is',
  'it ends in',
  'my account is',
];
const ANNOUNCING_LETTERS = ['my name is', 'it is spelled', 'that is', 'you spell it', 'the last name is'];
const DIGITS = 'zero oh one two three four five six seven eight nine'.split(' ');
const LETTERS = [...'abcdefghijklmnoprstuvwz'];

const plain = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^a-z' ]/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();

const turns = learnableTurns('en')
  .map((turn) => ({ ...turn, pieces: turn.pieces.map(plain) }))
  .filter(({ pieces }) => pieces.every((piece) => piece !== '') && wordCount(pieces) <= LONGEST_WORDS);
const written = turns.filter(({ origin }) => origin === 'written');
const answers = turns.filter(
  ({ pieces, question }) => pieces.length === 1 && question !== null && wordCount(pieces) <= 3,
);
const generated = turns.filter(({ origin }) => origin === 'generated');

function wordCount(pieces: readonly string[]): number {
  return pieces.join(' ').split(' ').length;
}

/** So many calls of voices that are learned from, or of those that are held out; the same at every run. */
export function spokenCalls(count: number, part: keyof typeof STRANGERS): SpokenCall[] {
  const drawn = Array.from({ length: count }, (_, index) =>
    drawCall(new Draw(`utterance ends/${part}/${index}`), part),
  );
  ClipStore.prepare(drawn.flatMap(({ pieces }) => pieces.map(({ request }) => request)));
  return drawn.map(({ speaker, hints, pieces, levelDbov, noiseSeed }) => ({
    speaker,
    hints,
    pieces: pieces.flatMap(({ request, words, isEnd, question }) => {
      const clip = withLevel(ClipStore.get(request), levelDbov);
      const further = clip.words.length - words;
      const { samples } = further > 0 ? cutAtWords(clip, [words, further])[0]! : clip;
      const sound = heardSound(samples, noiseSeed);
      return sound === null ? [] : [{ sound, isEnd, question }];
    }),
  }));
}

function drawCall(draw: Draw, part: keyof typeof STRANGERS) {
  const base = draw.of(STRANGERS[part]);
  const isVaried = base.synthesizer === 'espeak';
  const voice = {
    ...base,
    ...(isVaried && { pitch: base.pitch + draw.of([-10, -5, 0, 5, 10]), rate: base.rate + draw.of([-15, 0, 15]) }),
  };
  const known = Array.from({ length: EXPECTED }, () => drawTurn(draw));
  const others = Array.from({ length: UNEXPECTED }, () => drawTurn(draw));
  return {
    speaker: base.voice,
    hints: known.map(({ pieces }) => pieces.join(' ')),
    levelDbov: draw.between(-30, -16),
    noiseSeed: draw.isLess(0.5) ? draw.between(1, 1e9) : null,
    pieces: Array.from({ length: PIECES }, (_, at) => {
      const said = draw.isLess(UNEXPECTED_SHARE) ? others : known;
      return at % 2 === 0 ? whole(draw, voice, said) : broken(draw, voice, said);
    }),
  };
}

function drawTurn(draw: Draw): Turn {
  const kind = draw.of([
    'number',
    'letters',
    'answer',
    'written',
    'written',
    'written',
    'generated',
    'generated',
  ] as const);
  const group = (members: readonly string[]): string =>
    Array.from({ length: draw.between(2, 4) }, () => draw.of(members)).join(' ');
  const dictated = (announcing: readonly string[], members: readonly string[]): Turn => ({
    question: null,
    pieces: [`${draw.of(announcing)} ${group(members)}`, group(members)],
    pauses: ['open'],
  });
  if (kind === 'number') return dictated(ANNOUNCING_NUMBERS, DIGITS);
  if (kind === 'letters') return dictated(ANNOUNCING_LETTERS, LETTERS);
  return draw.of({ answer: answers, written, generated }[kind]);
}

function whole(draw: Draw, voice: Voice, said: readonly Turn[]): DrawnPiece {
  const { pieces, question } = draw.isLess(ANSWERS_SHARE) ? draw.of(answers) : draw.of(said);
  const text = pieces.join(' ');
  return { request: { ...voice, text }, words: text.split(' ').length, isEnd: true, question };
}

function broken(draw: Draw, voice: Voice, said: readonly Turn[]): DrawnPiece {
  const open = said.filter(({ pauses }) => pauses.includes('open'));
  const { pieces, pauses, question } = draw.of(
    open.length > 0 ? open : written.filter(({ pauses: own }) => own.includes('open')),
  );
  const places = pauses.flatMap((pause, at) => (pause === 'open' ? [at + 1] : []));
  const words = wordCount(pieces.slice(0, draw.of(places)));
  return { request: { ...voice, text: pieces.join(' ') }, words, isEnd: false, question };
}
