import type { SpokenLanguage } from '../languages/spoken-language.ts';
import { answerOdds } from './answer-odds.ts';
import { type CalleeEvidence, withConviction } from './callee-evidence.ts';

/** Machines give themselves away in the first seconds, even those that answer late. */
export const WATCH_MS = 30_000;
/** Who has replied to the agent so often is a person. */
export const MOST_EXCHANGES = 2;
/** Most people have said "Hello?" by then; who has not waits for the caller. */
export const CALLEE_SPEAKS_FIRST_MS = 700;
/** "Hello?" wants an answer sooner than a sentence does, behind which another one may follow. */
export const WORD_WINDOW_MS = 300;
const SENTENCE_WINDOW_MS = 700;
const ONE_WORD_MS = 1000;
/** A shorter sound without words is the telephone being picked up, or the noise of the line before it is known. */
export const SHORTEST_GREETING_MS = 200;
/** How long the words of a greeting are waited for that is longer than a "Hello?": a menu is not to be talked to. */
export const MORE_THAN_HELLO_MS = 2000;
export const GREETING_TEXT_MS = 1000;
/** To hang up on a person is worse than to hear a machine out for a moment. */
const CERTAINTY = 0.95;
/** What machines alone say is taken at its word in a short pause, or when nothing said behind it speaks against it. */
const CONVICTION_MS = 2000;
const CONVICTION_PAUSE_MS = 300;
/** Speech that outlasts this is a recording's, whatever it says. */
const ENDLESS_MS = 14_000;

/** After the announcement, for a machine without a beep. */
const SILENCE_INSTEAD_OF_BEEP_MS = 1500;
const AFTER_BEEP_MS = 200;
/** A beep that is followed by audio without end was heard right, and the line is noisy. */
const NOISY_AFTER_BEEP_MS = 3000;
export const LONGEST_ANNOUNCEMENT_MS = 60_000;

/** Time has passed: since when it has been clear that this is a machine. @param text all that was said since the answer */
export function judged(evidence: CalleeEvidence, text: string, language: SpokenLanguage, atMs: number): CalleeEvidence {
  const isClear = answerOdds(evidence, text, language, atMs).machine >= CERTAINTY;
  return withConviction(evidence, isClear ? (evidence.convincedMs ?? atMs) : null);
}

/** It is clear enough to act upon it. A person may begin like a machine: "you have reached Smith, how can I help?" */
export function isMachine(
  evidence: CalleeEvidence,
  text: string,
  language: SpokenLanguage,
  { quietMs, atMs }: { quietMs: number; atMs: number },
): boolean {
  const { convincedMs, beeps } = evidence;
  if (convincedMs === null) return false;
  if (beeps > 0 || evidence.longestMs >= ENDLESS_MS) return true;
  if (!language.soundsLikeVoicemail(text)) return quietMs >= SENTENCE_WINDOW_MS;
  return atMs - convincedMs >= CONVICTION_MS || quietMs >= CONVICTION_PAUSE_MS;
}

/** How long a pause behind the greeting has to be before it waits for an answer. */
export function greetingWindowMs({ longestMs }: CalleeEvidence, text: string, language: SpokenLanguage): number {
  const isShort = longestMs <= ONE_WORD_MS;
  return isShort || language.soundsLikePerson(text) ? WORD_WINDOW_MS : SENTENCE_WINDOW_MS;
}

/** Whether a machine records from now on. @param beepMs when its beep was heard; null before */
export function isReadyToRecord(beepMs: number | null, quietMs: number, atMs: number): boolean {
  if (beepMs === null) return quietMs >= SILENCE_INSTEAD_OF_BEEP_MS;
  if (atMs - beepMs >= NOISY_AFTER_BEEP_MS) return true;
  return quietMs >= AFTER_BEEP_MS && atMs - beepMs >= AFTER_BEEP_MS;
}
