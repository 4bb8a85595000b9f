import type { TimedWord } from '../conversation-event.ts';
import type { PhraseSet } from '../languages/phrase-set.ts';
import { spokenWords } from '../languages/spoken-words.ts';
import type { Writing } from '../languages/writing.ts';

/** Echoes of satellite links come back sooner; a person takes longer to repeat a word. */
export const LONGEST_ECHO_MS = 400;
/** Detectors hear a voice late, and the times of the words of most synthesizers are guesses. */
const TIMING_ERROR_MS = 150;
/** One word in so many may be heard wrongly; more where it is known that echoes are heard. */
const WORDS_PER_ERROR = 3;
const WORDS_PER_ERROR_OF_ECHOES = 2;
/** One or two words of the agent's a caller says by chance, and in its place. */
const WORDS_OF_PROOF = 3;
/** A recognizer of few words takes any short sound for one of them: that it is the agent's is chance. */
const FEWEST_OF_FEW_WORDS = 2;

export interface HeardText {
  text: string;
  /** Media times at which the voices of the text began. */
  onsetsMs: readonly number[];
}

export interface EchoKnowledge {
  /** Words that the agent has sent lately, in the order of time. */
  sent: readonly TimedWord[];
  /** The line has given back the agent's words before. */
  isEchoing: boolean;
  /** What people say themselves while an agent says the same: no proof of an echo. */
  courtesies: PhraseSet;
  /** The recognizer takes whatever is said for what it expects. */
  closedVocabulary: boolean;
  writing: Writing;
}

/**
 * Whether a text holds words of the agent's that the line has sent back. `likely`: it is nothing but one or two of them,
 * which a person may say as well; `proven`: more in a row than a person would say at the same moment by chance.
 */
export type EchoEvidence = 'none' | 'likely' | 'proven';

export interface WithoutEcho {
  text: string;
  evidence: EchoEvidence;
}

/**
 * The text without the words that the line has sent back: those at its beginning that nearly equal a run of what the
 * agent was saying when a voice began. One or two at the beginning of other words are left in, unless echoes are known:
 * a caller who says "the other one" does not repeat the agent's "the".
 */
export function withoutEcho(
  { text, onsetsMs }: HeardText,
  { sent, isEchoing, courtesies, closedVocabulary, writing }: EchoKnowledge,
): WithoutEcho {
  const tokens = writing.tokens(text);
  const heard = tokens.flatMap((token, index) => spokenWords(token).map((word) => ({ word, index })));
  const words = heard.map(({ word }) => word);
  const runs = onsetsMs.flatMap((onsetMs) => runsBehind(onsetMs, sent));
  const { count, right } = longestOf(runs.map((run) => commonBeginning(words, run, isEchoing)));
  const next = heard[count]?.index ?? tokens.length;
  const isProof = right >= WORDS_OF_PROOF;
  const isOneOfFew = closedVocabulary && right < FEWEST_OF_FEW_WORDS;
  const isChance = isOneOfFew || (!isProof && count < words.length);
  const isCourtesy = courtesies.mayCover(tokens.slice(0, next).join(writing.space));
  if (count === 0 || (!isEchoing && (isChance || isCourtesy))) return { text, evidence: 'none' };
  return { text: tokens.slice(next).join(writing.space), evidence: isProof ? 'proven' : 'likely' };
}

const longestOf = (beginnings: Beginning[]): Beginning =>
  beginnings.reduce((longest, other) => (isLonger(other, longest) ? other : longest), NO_BEGINNING);

const isLonger = (a: Beginning, b: Beginning): boolean =>
  a.count > b.count || (a.count === b.count && a.right > b.right);

/** What was sent from each word on that a voice may be the echo of. */
function runsBehind(onsetMs: number, sent: readonly TimedWord[]): string[][] {
  const said = sent.findLast(({ startMs }) => startMs <= onsetMs);
  // A voice that begins after the agent has stopped is no echo, whatever the words.
  if (!said || onsetMs > said.endMs + TIMING_ERROR_MS) return [];
  const words = sent.flatMap(({ text, startMs }) => spokenWords(text).map((word) => ({ word, startMs })));
  const earliestMs = onsetMs - LONGEST_ECHO_MS - TIMING_ERROR_MS;
  const latestMs = onsetMs + TIMING_ERROR_MS;
  const texts = words.map(({ word }) => word);
  return words.flatMap(({ startMs }, index) =>
    startMs >= earliestMs && startMs <= latestMs ? [texts.slice(index)] : [],
  );
}

/** Words at the beginning of what was heard, and how many of them are the agent's, without the errors. */
interface Beginning {
  count: number;
  right: number;
}

const NO_BEGINNING: Beginning = { count: 0, right: 0 };

/** The longest beginning of `heard` that ends with a right word and differs little from a beginning of `said`. */
function commonBeginning(heard: string[], said: string[], isEchoing: boolean): Beginning {
  const wordsPerError = isEchoing ? WORDS_PER_ERROR_OF_ECHOES : WORDS_PER_ERROR;
  let longest = NO_BEGINNING;
  // Errors between the words heard so far and each beginning of `said`: Levenshtein's distance, row by row.
  let errors = Array.from({ length: said.length + 1 }, (_, index) => index);
  for (const [index, word] of heard.entries()) {
    const count = index + 1;
    const next = [count];
    for (const [at, saidWord] of said.entries()) {
      const isRight = soundsLike(word, saidWord, count === heard.length);
      const wrong = errors[at]!;
      next.push(isRight ? wrong : 1 + Math.min(wrong, errors[at + 1]!, next[at]!));
      const beginning = { count, right: count - wrong };
      const fits = isRight && wrong <= Math.floor(count / wordsPerError);
      if (fits && isLonger(beginning, longest)) longest = beginning;
    }
    errors = next;
  }
  return longest;
}

/** The last word heard may be a piece of one. */
const soundsLike = (heard: string, said: string, isLast: boolean): boolean =>
  heard === said || (isLast && said.startsWith(heard));
