import { withClosed, withEvidence } from './callee-watch.ts';
import { withCallerLevel } from './caller-level.ts';
import { withoutEcho } from './echo.ts';
import { type ClosedUtterance, close, hear, type Outcome, passTime, settleAll, unsettled } from './hearing.ts';
import { hasFloor } from './phase.ts';
import { awaitsFinal, listenedUntilMs, textOf } from './recognized.ts';
import type { CloseUtterance, FileUtterance, PhaseEffect, TurnEffect } from './turn-effect.ts';
import type { EventOf, PhaseEvent, TurnEvent } from './turn-event.ts';
import { NOTHING_HEARD, type OpenUtterance, type TurnSettings, type TurnState } from './turn-state.ts';
import { stepIn } from './turn-table.ts';
import { believesEcho, closeUtterance, pressedKeys, turnText, withKeys, withMeasure } from './utterance-state.ts';

/** What an event has led to. */
interface Advance {
  state: TurnState;
  effects: TurnEffect[];
}

/**
 * The turn machine: what an event means in a state, and what is to be done about it. Pure; time comes with the events,
 * and the same events always lead to the same state. What the user says is known here and nowhere else: recognizers
 * report, their reports are put together to utterances, and the phase decides what an utterance means.
 */
export function advance(state: TurnState, event: TurnEvent, settings: TurnSettings): Advance {
  const { atMs } = event;
  switch (event.type) {
    case 'recognized':
      return follow(state, event, settings);
    case 'last_words':
      return closeLastWords(state, event, settings);
    case 'unheard': {
      const { hearing, outcomes } = settleAll(state.hearing);
      return settle({ ...state, hearing }, outcomes, atMs, settings);
    }
    case 'voice_measured':
      return { state: withMeasure(state, event), effects: [] };
    case 'claim_judged':
      return { state: { ...state, voice: { ...state.voice, claims: event.probability } }, effects: [] };
    case 'turn_judged': {
      const { voice } = state;
      const isPresent = !voice.active && voice.untilMs === event.untilMs;
      return { state: isPresent ? { ...state, voice: { ...voice, judged: event.probability } } : state, effects: [] };
    }
    case 'anticipated': {
      const { voice, phase } = state;
      if (voice.active || voice.untilMs !== event.untilMs) return { state, effects: [] };
      const next = { ...state, voice: { ...voice, anticipated: { text: event.text } } };
      // What is prepared now is at hand a frame sooner.
      return phase.name === 'endpointing'
        ? answer(next, { type: 'time', atMs }, settings)
        : { state: next, effects: [] };
    }
    case 'said':
      return { state: { ...state, said: { text: event.text, atMs } }, effects: [] };
    case 'time': {
      const { hearing, outcomes } = passTime(state.hearing, atMs);
      const settled = settle({ ...state, hearing }, outcomes, atMs, settings);
      return then(settled, (next) => answer(next, event, settings));
    }
    default:
      return answer(state, event, settings);
  }
}

function then({ state, effects }: Advance, next: (state: TurnState) => Advance): Advance {
  const more = next(state);
  return { state: more.state, effects: [...effects, ...more.effects] };
}

const isClosing = (effect: PhaseEffect): effect is CloseUtterance => effect.type === 'close_utterance';

/** The answer of the phase; an utterance that it closes is filed, now or when its words are known. */
function answer(before: TurnState, event: PhaseEvent, settings: TurnSettings): Advance {
  const state = withEvidence(before, event, settings);
  const step = stepIn(state, event, settings);
  const closing = step.effects.find(isClosing);
  const others = step.effects.filter((effect) => !isClosing(effect));
  if (!closing) return { state: step.state, effects: others };
  const { atMs } = event;
  const { as, startMs, endMs } = closing;
  const isActive = step.state.voice.active;
  const { onsetsMs, changedMs, echoed } = state.utterance;
  const how = { as, text: closing.text, keys: pressedKeys(state), echoed, startMs, endMs, onsetsMs, sent: [] };
  const { hearing, closed, asks, outcomes } = close(step.state.hearing, how, atMs, isActive);
  const position = step.effects.slice(0, step.effects.indexOf(closing)).length;
  const filed: TurnEffect[] = asks ? [{ type: 'finalize_recognition', overAgent: hasFloor(state.phase) }] : [];
  const awaited = outcomes.filter(({ type, utterance }) => utterance.as !== 'turn' || type !== 'settled');
  if (as === 'turn' || as === 'aside') {
    const to = as === 'aside' || awaited.length < outcomes.length ? 'both' : 'model';
    filed.push({ ...closing, type: 'file_utterance', as, to, words: closed.words, changedMs });
  }
  const next = {
    ...withLevel(withClosed(step.state, closing), closing, state.utterance),
    hearing,
    // The voice goes on in the next one.
    utterance: { ...NOTHING_HEARD, onsetsMs: isActive ? [atMs] : [] },
  };
  const effects = others.toSpliced(position, 0, ...filed);
  return then({ state: next, effects }, (current) => settle(current, awaited, atMs, settings));
}

/** A turn with words tells how loud the caller is. */
const withLevel = (state: TurnState, { as, text }: CloseUtterance, utterance: OpenUtterance): TurnState =>
  as === 'turn' && text !== '' ? withCallerLevel(state, utterance) : state;

/** Files the utterances that waited for their words. */
function settle(state: TurnState, outcomes: Outcome[], atMs: number, settings: TurnSettings): Advance {
  return outcomes.reduce<Advance>(
    (before, outcome) => then(before, (next) => fileLate(next, outcome, atMs, settings)),
    {
      state,
      effects: [],
    },
  );
}

function fileLate(state: TurnState, { type, utterance }: Outcome, atMs: number, settings: TurnSettings): Advance {
  const { as, startMs, endMs, recognized } = utterance;
  const filed = (as: FileUtterance['as'], text: string): TurnEffect => ({
    type: 'file_utterance',
    as,
    to: as === 'turn' ? 'transcript' : 'both',
    text,
    startMs,
    endMs,
    words: recognized.words,
    voiced: false,
    changedMs: atMs,
  });
  const text = textOf(recognized);
  if (as === 'turn' && type === 'settled') return { state, effects: [filed(as, finalText(utterance))] };
  if (as === 'unintelligible' && type === 'wordless') return { state, effects: [filed(as, '')] };
  if (as === 'greeting' && type === 'settled' && text !== '') {
    const effects = [filed(as, text)];
    return then({ state, effects }, (next) => answer(next, { type: 'greeting_heard', atMs, text }, settings));
  }
  if (as !== 'last_words' || type !== 'settled') return { state, effects: [] };
  const own = ownWords(state, text, utterance, atMs, settings).text;
  const whole = closeUtterance({ ...state, utterance: { ...state.utterance, text: own } }, 'aside').text;
  return { state, effects: whole === '' ? [] : [filed('aside', whole)] };
}

/** What was answered may have got its last words since; what a recognizer takes back was answered all the same. */
function finalText({ recognized, text, keys, echoed }: ClosedUtterance): string {
  const known = textOf(recognized);
  return known === '' || echoed ? text : withKeys(known, keys);
}

/** A text without the agent's own words. */
function ownWords(
  state: TurnState,
  text: string,
  { onsetsMs, sent }: Pick<Parameters<typeof close>[1], 'onsetsMs' | 'sent'>,
  atMs: number,
  { courtesies, language }: TurnSettings,
) {
  const isEchoing = believesEcho(state, atMs);
  const { closedVocabulary } = state.hearing;
  return withoutEcho({ text, onsetsMs }, { sent, isEchoing, courtesies, closedVocabulary, writing: language.writing });
}

/** What a recognizer says means something for the open utterance, or for those that were closed. */
function follow(state: TurnState, event: Extract<TurnEvent, { type: 'recognized' }>, settings: TurnSettings): Advance {
  const { report, atMs } = event;
  const isOfClosed = unsettled(state.hearing) !== null;
  const { hearing, isNews, outcomes } = hear(state.hearing, report, state.voice.active, atMs);
  let advanced = settle({ ...state, hearing }, outcomes, atMs, settings);
  if (isNews) advanced = then(advanced, (next) => answer(next, whatIsHeard(next, event, settings), settings));
  if (report.type === 'turn' && !isOfClosed) {
    const turn = { type: 'recognizer_turn', stage: report.stage, atMs } as const;
    advanced = then(advanced, (next) => answer(next, turn, settings));
  }
  const latest = state.hearing.closed.at(-1);
  if (report.type !== 'lost' || !latest) return advanced;
  const forget: TurnEffect = { type: 'forget_audio', beforeMs: latest.closedMs };
  return { state: advanced.state, effects: [...advanced.effects, forget] };
}

function whatIsHeard(
  state: TurnState,
  { sent, atMs }: Extract<TurnEvent, { type: 'recognized' }>,
  settings: TurnSettings,
): EventOf<'heard'> {
  const { open } = state.hearing;
  const { onsetsMs } = state.utterance;
  const { text, evidence } = ownWords(state, textOf(open), { onsetsMs, sent }, atMs, settings);
  const settled = !awaitsFinal(open);
  const { wordsEndMs } = open;
  return { type: 'heard', atMs, text, settled, echo: evidence, listenedUntilMs: listenedUntilMs(open), wordsEndMs };
}

/** The user may have been speaking, or have just spoken, when the call ended. */
function closeLastWords(
  state: TurnState,
  { atMs, sent }: Extract<TurnEvent, { type: 'last_words' }>,
  settings: TurnSettings,
): Advance {
  const { onsetsMs } = state.utterance;
  const { startMs, endMs, text } = closeUtterance(state, 'aside');
  if (onsetsMs.length === 0 && textOf(state.hearing.open) === '') {
    const pressed = {
      as: 'aside',
      to: 'both',
      text,
      startMs,
      endMs,
      words: [],
      voiced: false,
      changedMs: atMs,
    } as const;
    return { state, effects: text === '' ? [] : [{ type: 'file_utterance', ...pressed }] };
  }
  const { echoed } = state.utterance;
  const said = { text: turnText(state), keys: pressedKeys(state), echoed };
  const how = { as: 'last_words', ...said, startMs, endMs, onsetsMs, sent } as const;
  const { hearing, asks, outcomes } = close(state.hearing, how, atMs, state.voice.active);
  const effects: TurnEffect[] = asks ? [{ type: 'finalize_recognition', overAgent: false }] : [];
  return then({ state: { ...state, hearing }, effects }, (next) => settle(next, outcomes, atMs, settings));
}

/** Whether nothing of what was said is waited for any more that the transcript has to have. */
export const isFiled = ({ hearing }: TurnState): boolean =>
  hearing.closed.every(({ as, isSettled }) => isSettled || (as !== 'last_words' && as !== 'greeting' && as !== 'turn'));

/** Whether the caller was asked to wait a moment for the answer, and hears none yet. */
export const isWaitedFor = ({ phase, exchange }: TurnState): boolean =>
  exchange.fillers > 0 && (phase.name === 'thinking' || phase.name === 'tool_running');

/** Since when the caller waits for the agent to say something, that it has not begun to say; null: it speaks, or listens. */
export function expectedSince({ phase }: TurnState): number | null {
  const { name, sinceMs } = phase;
  const isExpected = name === 'thinking' || name === 'tool_running' || name === 'ending';
  return isExpected ? sinceMs : null;
}
