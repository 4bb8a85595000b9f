import type { TimedWord } from '../conversation-event.ts';
import type { RecognizerReport, WordLag } from '../hearing/recognizer-report.ts';
import { type FullStops, NO_FULL_STOPS, withStops } from './full-stops.ts';
import {
  awaitsFinal,
  complete,
  expectFinal,
  type FinalReport,
  giveUpFinals,
  heardAgain,
  isSettled,
  listenedUntilMs,
  NOTHING_RECOGNIZED,
  openTextOf,
  type Recognized,
  textOf,
  withFinal,
  withNews,
  withPartial,
} from './recognized.ts';
import { NOTHING_TOLD, type Steadiness, withTold } from './steadiness.ts';
import type { CloseUtterance } from './turn-effect.ts';

/** A recognizer that is known to be at work on a final is given so much for it. */
const BUSY_FINAL_MS = 5000;
/** How long it is still known whose a final was that is not waited for any more: a recognizer without a processor is late. */
const LATER_FINAL_MS = 30_000;

/** An utterance that was closed while the recognizer may still have something to say of it. */
export interface ClosedUtterance {
  as: CloseUtterance['as'] | 'last_words';
  /** As it was closed; with the keys that were pressed. */
  text: string;
  /** The keys alone, as the model reads them. */
  keys: string;
  /** Words of the agent's own were taken away from the text. */
  echoed: boolean;
  startMs: number;
  endMs: number;
  /** Media times at which its voices began, and what the agent has sent until it was closed: to know an echo by. */
  onsetsMs: readonly number[];
  sent: readonly TimedWord[];
  recognized: Recognized;
  closedMs: number;
  isSettled: boolean;
  /** Words have turned up for it that are news. */
  hasNews: boolean;
  /** Until when its final is waited for; once it is settled: until when it is known as its own. */
  untilMs: number;
}

/** All that recognizers have said and may yet say: of the open utterance, and of those that were closed. */
export interface Hearing {
  open: Recognized;
  closed: readonly ClosedUtterance[];
  /** When a final was asked for last. */
  askedMs: number;
  /** A voice was heard that no final was asked for. */
  hasUnaskedVoice: boolean;
  /** How long a final is waited for. */
  patienceMs: number;
  /** The recognizer has an end-of-turn model of its own. */
  endsTurns: boolean;
  /** It has words for whatever is said, while it is said. */
  tellsSoon: boolean;
  /** It has words for what it expects alone, and takes whatever is said for that. */
  closedVocabulary: boolean;
  /** How far apart words come at most while they are said. */
  nextWordMs: number;
  /** How late it is; null where that is not known. */
  wordLag: WordLag | null;
  /** How often it takes words back. */
  steadiness: Steadiness;
  /** What its full stops are worth. */
  stops: FullStops;
}

/** Of a vendor's stream: words follow each other faster, and come this late at most. */
export const NEXT_WORD_MS = 600;

export const NOTHING_HEARD_YET: Hearing = {
  open: NOTHING_RECOGNIZED,
  closed: [],
  askedMs: 0,
  hasUnaskedVoice: false,
  patienceMs: 1500,
  endsTurns: false,
  tellsSoon: false,
  closedVocabulary: false,
  nextWordMs: NEXT_WORD_MS,
  wordLag: null,
  steadiness: NOTHING_TOLD,
  stops: NO_FULL_STOPS,
};

/** What has become of a closed utterance: all is known of it, or it has turned out to have no words. */
export interface Outcome {
  type: 'settled' | 'wordless';
  utterance: ClosedUtterance;
}

export interface Heard {
  hearing: Hearing;
  /** There is something new about the open utterance. */
  isNews: boolean;
  outcomes: Outcome[];
}

const nothingOf = (hearing: Hearing): Heard => ({ hearing, isNews: false, outcomes: [] });

/** Asks for the final text of what was said until now. */
export function ask(hearing: Hearing, atMs: number, isVoiceActive: boolean): Hearing {
  const open = expectFinal(withoutLateFinals(hearing, atMs));
  return { ...hearing, open, askedMs: atMs, hasUnaskedVoice: isVoiceActive };
}

/** A final that has not come by now never will: not every recognizer answers for silence. */
function withoutLateFinals({ open, askedMs, patienceMs }: Hearing, atMs: number): Recognized {
  const isLate = awaitsFinal(open) && atMs - askedMs > patienceFor(open, patienceMs);
  return isLate ? giveUpFinals(open) : open;
}

const patienceFor = (recognized: Recognized, patienceMs: number): number =>
  listenedUntilMs(recognized) === null ? patienceMs : BUSY_FINAL_MS;

export type Closing = Pick<
  ClosedUtterance,
  'as' | 'text' | 'keys' | 'echoed' | 'startMs' | 'endMs' | 'onsetsMs' | 'sent'
>;

/**
 * Ends the open utterance; what is heard from now on is another one. Finals that are still to come for it reach it for
 * a while. `asks`: its final has to be asked for.
 */
export function close(
  hearing: Hearing,
  closing: Closing,
  atMs: number,
  isVoiceActive: boolean,
): Heard & { closed: Recognized; asks: boolean } {
  const known = { ...hearing, open: withoutLateFinals(hearing, atMs) };
  const asks = !awaitsFinal(known.open) && (known.hasUnaskedVoice || !isSettled(known.open));
  const asked = asks ? ask(known, atMs, isVoiceActive) : known;
  const recognized = asked.open;
  const untilMs = atMs + patienceFor(recognized, asked.patienceMs);
  const utterance = { ...closing, recognized, closedMs: atMs, isSettled: false, hasNews: false, untilMs };
  const after: Hearing = { ...asked, open: NOTHING_RECOGNIZED };
  if (awaitsFinal(recognized)) {
    const waiting = { ...after, closed: [...after.closed, utterance] };
    return { ...nothingOf(waiting), closed: recognized, asks };
  }
  const given = recognized.mayGetFinal ? giveUp(utterance, atMs) : null;
  const closed = given ? [...after.closed, given] : after.closed;
  const outcomes = given ? [settled(given)] : outcomesOf(utterance);
  return { hearing: { ...after, closed }, isNews: false, outcomes, closed: recognized, asks };
}

/** Its final is waited for no more, and recognized as its own should it come. */
const giveUp = (utterance: ClosedUtterance, atMs: number): ClosedUtterance => ({
  ...utterance,
  recognized: giveUpFinals(utterance.recognized),
  isSettled: true,
  untilMs: atMs + LATER_FINAL_MS,
});

const settled = (utterance: ClosedUtterance): Outcome => ({ type: 'settled', utterance });

/** Nothing more is expected of it. */
function outcomesOf(closed: ClosedUtterance): Outcome[] {
  const utterance = { ...closed, recognized: giveUpFinals(closed.recognized) };
  const outcomes = closed.isSettled ? [] : [settled(utterance)];
  const isWordless = !closed.hasNews && textOf(closed.recognized) === '';
  return isWordless ? [...outcomes, { type: 'wordless', utterance }] : outcomes;
}

/** Time has passed: what was waited for in vain is given up. */
export function passTime(hearing: Hearing, atMs: number): Heard {
  if (hearing.closed.every(({ untilMs }) => atMs < untilMs)) return nothingOf(hearing);
  const outcomes: Outcome[] = [];
  const closed = hearing.closed.flatMap((utterance) => {
    if (atMs < utterance.untilMs) return [utterance];
    if (utterance.isSettled) {
      outcomes.push(...outcomesOf(utterance));
      return [];
    }
    const given = giveUp(utterance, atMs);
    outcomes.push(settled(given));
    return [given];
  });
  return { hearing: { ...hearing, closed }, isNews: false, outcomes };
}

/** Nothing more will come of anything that was closed. */
export const settleAll = (hearing: Hearing): Heard => ({
  hearing: { ...hearing, closed: [] },
  isNews: false,
  outcomes: hearing.closed.flatMap(outcomesOf),
});

function withOpen(hearing: Hearing, report: TextReport, atMs: number): Hearing {
  const { open, steadiness } = hearing;
  const before = openTextOf(open, report.startMs);
  const stops = withStops(hearing.stops, before, report.text);
  if (report.type === 'final') return { ...hearing, open: withFinal(open, report), stops };
  const told = withTold(steadiness, before, report.text, atMs);
  return { ...hearing, open: withPartial(open, report), steadiness: told, stops };
}

/** A recognizer says something: of the open utterance, or of one that was closed. */
export function hear(hearing: Hearing, report: RecognizerReport, isVoiceActive: boolean, atMs: number): Heard {
  switch (report.type) {
    case 'partial':
    case 'final': {
      const index = hearing.closed.findIndex((utterance) => isOf(report, utterance));
      if (index >= 0) return hearLate(hearing, index, report);
      return { hearing: withOpen(hearing, report, atMs), isNews: true, outcomes: [] };
    }
    case 'turn':
      return report.stage === 'over' ? endByRecognizer(hearing, isVoiceActive) : nothingOf(hearing);
    case 'listens': {
      const { endsTurns, tellsSoon, closedVocabulary, nextWordMs } = report;
      return nothingOf({
        ...hearing,
        endsTurns,
        tellsSoon,
        closedVocabulary,
        nextWordMs,
        wordLag: null,
        steadiness: NOTHING_TOLD,
        stops: NO_FULL_STOPS,
      });
    }
    case 'word_lag': {
      const { usualMs, longestMs } = report;
      return nothingOf({ ...hearing, wordLag: { usualMs, longestMs } });
    }
    case 'patience':
      return nothingOf({ ...hearing, patienceMs: report.ms });
    case 'lost':
      return settleAll(hearing);
    case 'listens_again':
      return { ...nothingOf({ ...hearing, open: heardAgain(hearing.open, report.openFinals) }), isNews: true };
  }
}

/** The closed utterance that the recognizer's end-of-turn model speaks of; null: it speaks of the open one. */
export const unsettled = ({ closed }: Hearing): ClosedUtterance | null =>
  closed.find(({ isSettled: isOver }) => !isOver) ?? null;

function endByRecognizer(hearing: Hearing, isVoiceActive: boolean): Heard {
  const ended = unsettled(hearing);
  if (!ended) {
    const open = complete(hearing.open);
    return { hearing: { ...hearing, open, hasUnaskedVoice: isVoiceActive }, isNews: true, outcomes: [] };
  }
  // It was over for us before.
  const closed = hearing.closed.filter((other) => other !== ended);
  return { hearing: { ...hearing, closed }, isNews: false, outcomes: outcomesOf(ended) };
}

type TextReport = Extract<RecognizerReport, { type: 'partial' | 'final' }>;

const isOf = ({ startMs }: TextReport, utterance: ClosedUtterance): boolean =>
  startMs === null ? !utterance.isSettled : startMs < utterance.closedMs;

function hearLate(hearing: Hearing, index: number, report: TextReport): Heard {
  const before = hearing.closed[index]!;
  const isNews = report.type === 'final' && isUnexpected(before);
  const hasNews = before.hasNews || (isNews && report.text !== '');
  const utterance = { ...before, hasNews, recognized: before.isSettled ? before.recognized : withText(before, report) };
  const isOver = !before.isSettled && !awaitsFinal(utterance.recognized);
  const closed = isOver ? hearing.closed.toSpliced(index, 1) : hearing.closed.with(index, utterance);
  const open = isNews ? withNews(hearing.open, report as FinalReport) : hearing.open;
  return { hearing: { ...hearing, closed, open }, isNews, outcomes: isOver ? outcomesOf(utterance) : [] };
}

const withText = ({ recognized }: ClosedUtterance, report: TextReport): Recognized =>
  report.type === 'partial' ? withPartial(recognized, report) : withFinal(recognized, report);

/** It was taken for a noise, or for silence: words that turn up for it after all are news. */
function isUnexpected({ recognized, isSettled: isOver, as }: ClosedUtterance): boolean {
  return textOf(recognized) === '' && (isOver || as === 'noise' || as === 'unintelligible');
}
