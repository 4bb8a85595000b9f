import { PhraseSet } from './backchannel.ts';
import { cachedVerdict } from './cached-verdict.ts';
import { spokenWords } from './spoken-words.ts';

/** People answer after a third of a second; less would cut off those who only draw breath. */
const COMPLETE_FACTOR = 350 / 600;
/** Pauses inside a dictated number or spelled name reach a second. */
const UNFINISHED_FACTOR = 2;
/** A menu that is read out pauses between its entries. */
const MENU_WINDOW_MS = 1200;

const COMPLETE_ANSWERS = new PhraseSet([
  ...[
    'yes',
    'yeah',
    'yep',
    'yup',
    'yes please',
    'yes it is',
    'yes i am',
    'yes i do',
    'yes that is right',
    "yes that's right",
    'sure',
    'of course',
  ],
  ...[
    'no',
    'nope',
    'no thanks',
    'no thank you',
    "no i don't",
    "no it isn't",
    "no that's all",
    "that's all",
    "that's it",
    'not really',
  ],
  ...[
    'okay',
    'ok',
    'correct',
    'exactly',
    "that's right",
    "that's correct",
    'right',
    'absolutely',
    'definitely',
    'perfect',
    'great',
  ],
  ...[
    'thank you',
    'thanks',
    'bye',
    'goodbye',
    'bye bye',
    'hello',
    'hi',
    'speaking',
    'this is he',
    'this is she',
    'i see',
    'sounds good',
  ],
]);

const DIGIT_WORDS = new Set(
  'zero oh one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty thirty forty fifty sixty seventy eighty ninety hundred thousand double triple'.split(
    ' ',
  ),
);

/** Words that no English sentence of a telephone call ends with. */
const UNFINISHED_WORDS = new Set(
  "and or but so because since if when while although um uh er erm hmm like the a an my your his her our their to for of at in on with from by about than that's it's i'm i've we're is are was were will would can could should i we he she they and then well maybe let's plus dot dash".split(
    ' ',
  ),
);

/** Longer numbers than this are complete telephone numbers, and nothing more is coming. */
const FULL_NUMBER_DIGITS = 10;

/**
 * How long the caller must be silent before the turn is over, in milliseconds from the last voiced frame.
 * @param text what was recognized so far
 * @param baseMs the window for a text that tells nothing
 */
export function endpointingWindowMs(text: string, baseMs: number, isMenu = false): number {
  if (isMenu) return Math.max(baseMs, MENU_WINDOW_MS);
  return Math.round(baseMs * windowFactor(text));
}

const windowFactor = cachedVerdict((text) => {
  if (isUnfinished(text)) return UNFINISHED_FACTOR;
  return isComplete(text) ? COMPLETE_FACTOR : 1;
});

function isComplete(text: string): boolean {
  return /[?？]["')\]]*\s*$/.test(text) || COMPLETE_ANSWERS.covers(text);
}

function isUnfinished(text: string): boolean {
  if (/(,|-|–|…|\.\.\.)\s*$/.test(text)) return true;
  const words = spokenWords(text);
  const last = words.at(-1);
  if (last === undefined) return false;
  if (isDigits(last)) return isOpenNumber(words);
  if (/[?？!]\s*$/.test(text)) return false;
  return UNFINISHED_WORDS.has(last) || isSpelling(words);
}

const isDigits = (word: string): boolean => /^\d+$/.test(word) || DIGIT_WORDS.has(word);

/** A run of digits that may be the beginning of a longer number. */
function isOpenNumber(words: string[]): boolean {
  const run = words.slice(words.findLastIndex((word) => !isDigits(word)) + 1);
  const digits = run.reduce((count, word) => count + (/^\d+$/.test(word) ? word.length : 1), 0);
  return digits < FULL_NUMBER_DIGITS;
}

function isSpelling(words: string[]): boolean {
  const letters = words.slice(-2);
  return letters.length === 2 && letters.every((word) => /^\p{L}$/u.test(word));
}
