import { PhraseSet } from '../languages/phrase-set.ts';
import type { SpokenLanguage } from '../languages/spoken-language.ts';
import { expectedOdds } from './expected-end.ts';
import { featureReader } from './features.ts';
import { logOddsOf } from './model.ts';
import { type Prosody, prosodyShift } from './prosody.ts';
import { weightsOf } from './weights.ts';
import { probabilityOf, windowMs } from './window.ts';
import { turnWordsOf } from './words.ts';

/** All that tells whether the caller has finished. */
export interface TurnEvidence {
  /** The recognizer's latest text: a partial or a final, with punctuation and capitals or without. */
  readonly text: string;
  /** The agent's last sentence when it was a question. */
  readonly question: string | null;
  readonly prosody: Prosody | null;
  /** What a model makes of the audio, 0 to 1; null where there is none, or it has not answered yet. */
  readonly judged?: number | null;
  /** How likely a recognizer of a closed vocabulary thinks that it was a whole utterance, 0 to 1; null where it does not say. */
  readonly expected?: number | null;
  /** How sure it is of each word, 0 to 1; null where it does not say. */
  readonly confidence?: number | null;
  readonly language: SpokenLanguage;
}

export interface TurnEnd {
  /** That nothing more is coming, 0 to 1. */
  readonly probability: number;
  /** The silence behind which the turn is over, in milliseconds from the last voiced frame. */
  readonly windowMs: number;
}

/**
 * How likely it is that the caller has finished, and how long a silence says so. Answers for the latest texts are
 * remembered: it may be asked in every tick.
 * @param endpointingMs the agent's setting
 */
export function turnEnd(
  { text, question, prosody, judged = null, expected = null, confidence = null, language }: TurnEvidence,
  endpointingMs: number,
): TurnEnd {
  const judge = judgeOf(language);
  const textOdds = judge.logOdds(text, question);
  const wordsOdds = textOdds ?? logOddsOfSetting(endpointingMs);
  if (expected !== null) {
    const isAnswer = question !== null && judge.answers.covers(text);
    const probability = Math.max(
      logistic(expectedOdds(expected, { odds: textOdds ?? 0, confidence })),
      isAnswer ? ANSWER : 0,
    );
    return { probability, windowMs: windowMs(probability, endpointingMs) };
  }
  const byWords = logistic(wordsOdds);
  // What the words leave open the voice decides; where they are clear it has little to say.
  const openness = 4 * byWords * (1 - byWords);
  const shift = judged === null ? openness * prosodyShift(prosody) : judgedShift(judged);
  const probability = logistic(wordsOdds + shift);
  return { probability, windowMs: windowMs(probability, endpointingMs) };
}

/** What is likely enough to be heard as a sentence's beginning; "yes", to a question, is answered behind 400 ms of 600. */
const ANSWER = 0.56;

/** A model hears words and melody alike: it shifts what clear words tell, though it never turns them round. */
const MOST_JUDGED = 2;

function judgedShift(probability: number): number {
  const bounded = Math.min(0.99, Math.max(0.01, probability));
  return Math.max(-MOST_JUDGED, Math.min(MOST_JUDGED, Math.log(bounded / (1 - bounded))));
}

const logistic = (logOdds: number): number => 1 / (1 + Math.exp(-logOdds));

/** Makes what is needed of a language: it takes longer than a tick in mid-call has. */
export function prepareTurnEnd(language: SpokenLanguage): void {
  judgeOf(language);
}

/** Without a word, the window is the agent's setting. */
function logOddsOfSetting(endpointingMs: number): number {
  const probability = probabilityOf(endpointingMs, endpointingMs);
  return Math.log(probability / (1 - probability));
}

interface TextJudge {
  /** Of an end; null for a text without words. */
  logOdds(text: string, question: string | null): number | null;
  /** What answers a question and says nothing else. */
  answers: PhraseSet;
}

/** They take longer to make than everything else of a short call. */
const judges = new WeakMap<SpokenLanguage, TextJudge>();

function judgeOf(language: SpokenLanguage): TextJudge {
  const known = judges.get(language);
  if (known) return known;
  const judge = makeJudge(language);
  judges.set(language, judge);
  return judge;
}

/** Texts that are listened to at a time: a few for each call of a media thread. */
const TEXTS_KEPT = 512;

function makeJudge({ pack, writing }: SpokenLanguage): TextJudge {
  const { tag, words } = turnWordsOf(pack);
  const read = featureReader(pack, words, writing);
  const weights = weightsOf(tag);
  const judged = new Map<string, number | null>();
  const logOdds = (text: string, question: string | null): number | null => {
    const key = `${question ?? ''}\n${text}`;
    const known = judged.get(key);
    if (known !== undefined) return known;
    const isWordless = writing.units(text).length === 0;
    const odds = isWordless ? null : logOddsOf(read(text, question), weights);
    if (judged.size >= TEXTS_KEPT) judged.delete(judged.keys().next().value!);
    judged.set(key, odds);
    return odds;
  };
  return { logOdds, answers: new PhraseSet(pack.completeAnswers, writing) };
}
