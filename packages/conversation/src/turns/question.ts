import type { TurnState } from './turn-state.ts';

/** The question mark of every script, and what may close behind it. */
const QUESTION = /[?？؟]["'”’)\]」』]*\s*$/;
/** People answer a question before its last word is over, and after a thought; what comes later belongs to what follows it. */
const EARLY_MS = 500;
const LATE_MS = 1500;

/** The question that the agent has put last, and that was not answered; null: none. */
export const openQuestion = ({ said }: TurnState): string | null =>
  said !== null && QUESTION.test(said.text) ? said.text : null;

/** What the user says now was begun at the end of a question: "yes" is an answer to it, though the agent goes on. */
export function isAnswer(state: TurnState): boolean {
  const { said, utterance } = state;
  if (said === null || utterance.startMs === null || openQuestion(state) === null) return false;
  const sinceMs = utterance.startMs - said.atMs;
  return sinceMs >= -EARLY_MS && sinceMs <= LATE_MS;
}
