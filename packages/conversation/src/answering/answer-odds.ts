import type { SpokenLanguage } from '../languages/spoken-language.ts';
import { type CalleeEvidence, unansweredMs } from './callee-evidence.ts';

/** Fewer words are anything. */
const FEW_WORDS = 4;
/** People who do not reply for so long after they were greeted are looking for something; or they are recordings. */
const UNANSWERED_MS = 4000;
const LONG_UNANSWERED_MS = 5800;

/** Menus give themselves away by what they say, and by nothing else. */
const MENU_RARITY = 5;

/** Something that tells a recording from a person. */
type Cue =
  | 'beep'
  /** Words that recordings alone say; that they say in their greetings; that voice menus say. */
  | 'machine_words'
  | 'machine_greeting'
  | 'menu_words'
  /** Words of people, and of telephones that ask who is calling. */
  | 'person_words'
  | 'screening_words'
  /** Words that ask for patience: the silence behind them means nothing. */
  | 'hold_words'
  | 'other_words'
  /** The longest speech without a pause that waits: a word, a sentence, several. */
  | 'one_word'
  | 'one_sentence'
  | 'two_sentences'
  | 'speech'
  | 'long_speech'
  | 'endless_speech'
  /** A short turn in reply to the agent. */
  | 'exchange'
  /** No reply after it had spoken at some length. */
  | 'unanswered'
  | 'long_unanswered';

/**
 * How much a cue speaks for a recording that takes messages, and for a menu, against a person: natural logarithms of
 * odds, which add up. Set by hand and by the tuning part of bench:answering.
 */
const WEIGHTS: Readonly<Record<Cue, { machine: number; menu: number }>> = {
  beep: { machine: 7, menu: 0 },
  machine_words: { machine: 8, menu: 0 },
  machine_greeting: { machine: 4, menu: 0 },
  menu_words: { machine: 0, menu: 9 },
  person_words: { machine: -5, menu: -2 },
  screening_words: { machine: -9, menu: -3 },
  hold_words: { machine: -3, menu: 0 },
  other_words: { machine: -1, menu: -1 },
  one_word: { machine: -3, menu: -3 },
  one_sentence: { machine: -0.5, menu: -1 },
  two_sentences: { machine: 0, menu: 0 },
  speech: { machine: 0.5, menu: 0 },
  long_speech: { machine: 1.5, menu: 0.5 },
  endless_speech: { machine: 4, menu: 1 },
  exchange: { machine: -2, menu: -2 },
  unanswered: { machine: 2, menu: 0 },
  long_unanswered: { machine: 2.1, menu: 0 },
};

/** Who has answered, as probabilities that add up to 1. */
export interface AnswerOdds {
  person: number;
  machine: number;
  menu: number;
}

/**
 * Who has answered, by all that is known of them. Pure.
 * @param text what is being said, as far as it is known; what was said before is part of the evidence
 */
export function answerOdds(evidence: CalleeEvidence, text: string, language: SpokenLanguage, atMs: number): AnswerOdds {
  let [machine, menu] = [0, 0];
  for (const cue of cuesOf(evidence, text, language, atMs)) {
    machine += WEIGHTS[cue].machine;
    menu += WEIGHTS[cue].menu;
  }
  const [machineOdds, menuOdds] = [Math.exp(machine), Math.exp(menu - MENU_RARITY)];
  const sum = 1 + machineOdds + menuOdds;
  return { person: 1 / sum, machine: machineOdds / sum, menu: menuOdds / sum };
}

function cuesOf(evidence: CalleeEvidence, text: string, language: SpokenLanguage, atMs: number): Cue[] {
  const cues: Cue[] = [...wordCues(text, language), lengthCue(evidence)];
  if (evidence.beeps > 0) cues.push('beep');
  for (let exchange = 0; exchange < evidence.exchanges; exchange += 1) cues.push('exchange');
  const silentMs = cues.includes('one_word') ? 0 : unansweredMs(evidence, atMs);
  if (silentMs >= UNANSWERED_MS) cues.push('unanswered');
  if (silentMs >= LONG_UNANSWERED_MS) cues.push('long_unanswered');
  return cues;
}

function wordCues(text: string, language: SpokenLanguage): Cue[] {
  const cues: Cue[] = [];
  if (language.soundsLikeVoicemail(text)) cues.push('machine_words');
  else if (language.soundsLikeMachineGreeting(text)) cues.push('machine_greeting');
  if (language.soundsLikeMenu(text)) cues.push('menu_words');
  if (language.soundsLikeScreening(text)) cues.push('screening_words');
  else if (language.soundsLikePerson(text)) cues.push('person_words');
  if (language.soundsLikeAnnouncement(text)) cues.push('hold_words');
  const isElse = cues.length === 0 && language.writing.words(text).length >= FEW_WORDS;
  return isElse ? ['other_words'] : cues;
}

/** Who has heard the agent out is no recording that talks without end: a voice that goes on then is a noise. */
function lengthCue({ longestMs, wasHeardOut }: CalleeEvidence): Cue {
  if (longestMs < 1200) return 'one_word';
  if (longestMs < 2500) return 'one_sentence';
  if (longestMs < 4500) return 'two_sentences';
  if (longestMs < 8000) return 'speech';
  return longestMs < 14_000 || wasHeardOut ? 'long_speech' : 'endless_speech';
}
