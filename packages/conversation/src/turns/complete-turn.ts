import { mayHearItself } from './own-voice.ts';
import { ending, listening, quietSince, thinking, type UserPhase } from './phase.ts';
import { isInterruptedInVain } from './tolerated.ts';
import type { PhaseEffect } from './turn-effect.ts';
import type { TurnSettings, TurnState } from './turn-state.ts';
import {
  after,
  enter,
  meetSpeaker,
  open,
  type Step,
  silenceAgent,
  withoutSpeculation,
  withoutUtterance,
} from './turn-step.ts';
import { closeUtterance, turnText } from './utterance-state.ts';
import { speakerOf } from './voice-menu.ts';

/** A shorter voice without words is a cough; at the beginning of a call, where "hello" is all there may be, a click. */
const SHORTEST_SPEECH_MS = 300;
const SHORTEST_HELLO_MS = 200;
/** More likely speech than a noise. */
const LIKELY_SPEECH = 0.5;
/** Asking again more often in a row does not help: it is a noise, or a language that the recognizer does not know. */
const MOST_TIMES_NOT_CAUGHT = 2;
/** So much of its first words, and the other side knows who is calling. */
const INTRODUCTION_MS = 1200;
/** The first words into the agent's first words are a greeting that came late. */
const LATE_GREETING_MS = 2500;

/** The user has said all there is to say: it is filed, and the agent answers. */
export function completeTurn(state: TurnState<UserPhase>, atMs: number, settings: TurnSettings): Step {
  const text = turnText(state);
  if (text === '') {
    // What was anticipated was never told.
    const silent = withoutSpeculation(state);
    return after(silent.effects, passWordless(silent.state, atMs, settings));
  }
  if (settings.language.asksForOptOut(text)) return confirmOptOut(state, atMs, [closeUtterance(state, 'turn')]);
  const met = meetSpeaker(state, settings);
  if (isInterruptedInVain(state, settings) && !isUnintroduced(state, settings))
    return after(met.effects, resumeSpeech(met.state, atMs, closeUtterance(state, 'aside')));
  const speaker = speakerOf(state, text, settings.language);
  const atMenu = speaker === 'menu' || speaker === 'announcement';
  const next: TurnState = {
    ...withoutUtterance(state),
    speculated: null,
    exchange: { tools: 'none', isTransfer: false, saidSomething: false, fillers: 0 },
    said: null,
    line: { ...state.line, echoSuspected: false },
    party: { ...met.state.party, atMenu, turns: state.party.turns + 1 },
    manners: { ...state.manners, timesNotCaught: 0, reminders: 0 },
  };
  const filed: PhaseEffect[] = [...met.effects, closeUtterance(state, 'turn')];
  // A recording that asks for patience needs no answer.
  if (speaker === 'announcement') return enter(next, listening(atMs), [...silenceAgent(state), ...filed]);
  if (settings.hasFirstMessage && (speaker === 'newcomer' || isUnintroduced(state, settings)))
    return open(next, atMs, settings, [...silenceAgent(state), ...filed]);
  return enter(next, thinking(atMs), [...filed, { type: 'reply', text }]);
}

/** What was said into the agent's first words, of which nothing could be made out, answers nothing. */
function isUnintroduced({ callee, party }: TurnState, { direction }: TurnSettings): boolean {
  if (direction === 'inbound' || party.answeredBy === 'ivr' || callee.wasHeardOut) return false;
  return callee.agentHeardMs < (callee.said === '' ? LATE_GREETING_MS : INTRODUCTION_MS);
}

/** Confirms that there will be no further calls, and ends this one. */
export function confirmOptOut(state: TurnState, atMs: number, before: PhaseEffect[] = []): Step {
  const effects: PhaseEffect[] = [...silenceAgent(state), ...before, { type: 'say', line: 'opt_out' }];
  const closing = { endReason: 'opted_out', interruptible: false, worded: false, saidMs: null } as const;
  return enter({ ...withoutUtterance(state), speculated: null }, ending(atMs, closing), effects);
}

/** The agent goes on with what its tools have found out, or where it was interrupted. */
function resumeSpeech(state: TurnState<UserPhase>, atMs: number, filed: PhaseEffect): Step {
  const { exchange, utterance } = state;
  const next = { ...withoutUtterance(state), speculated: null };
  const effects = [...silenceAgent(state), filed];
  if (exchange.tools === 'done') {
    const answered = { ...next, exchange: { ...exchange, tools: 'none' } as const };
    return enter(answered, thinking(atMs), [...effects, { type: 'reply', text: null }]);
  }
  const phase = utterance.interrupts?.closing ? ending(atMs, utterance.interrupts.closing) : thinking(atMs);
  return enter(next, phase, [...effects, { type: 'say', line: 'remainder' }]);
}

/** No words: the agent goes on where the noise has interrupted it, with what its tools have found out, or asks again. */
function passWordless(state: TurnState<UserPhase>, atMs: number, settings: TurnSettings): Step {
  const { interrupts } = state.utterance;
  const isSpeech = wasSpeech(state);
  // A recognizer that knows few words has none for most of what people say: they are asked, and not talked over again.
  const isUnknown = isSpeech && (!interrupts || (state.hearing.closedVocabulary && interrupts.closing === null));
  const filed = closeUtterance(state, isUnknown ? 'unintelligible' : 'noise');
  if (state.exchange.tools === 'done' || (interrupts && !isUnknown)) return resumeSpeech(state, atMs, filed);
  if (isUnknown) return answerUnheard(state, atMs, settings, [filed]);
  return enter(withoutUtterance(state), listening(atMs, quietSince(state.phase, atMs)), [filed]);
}

/** A voice that is over and that no noise of the line has made, nor the agent itself. */
function wasSpeech(state: TurnState): boolean {
  const { voice, utterance, exchange, party, manners } = state;
  if (voice.active || utterance.startMs === null || utterance.echoed) return false;
  if (voice.speech < LIKELY_SPEECH || mayBeEcho(state)) return false;
  if (exchange.tools !== 'none' || party.atMenu) return false;
  // Its last words may be short.
  return utterance.endMs - utterance.startMs >= (manners.introduced ? SHORTEST_SPEECH_MS : SHORTEST_HELLO_MS);
}

/** Many a voice begins like an echo: what has interrupted the agent is one only on a line that may send it back. */
const mayBeEcho = (state: TurnState): boolean =>
  state.voice.mayBeEcho && (state.utterance.interrupts === null || mayHearItself(state));

/** Who speaks is not silent, though nothing was understood: is greeted, or asked to say it again. */
function answerUnheard(state: TurnState, atMs: number, settings: TurnSettings, effects: PhaseEffect[]): Step {
  const { manners } = state;
  const met = meetSpeaker(state, settings);
  if (!manners.introduced) return open(met.state, atMs, settings, [...effects, ...met.effects]);
  if (manners.timesNotCaught >= MOST_TIMES_NOT_CAUGHT) return enter(withoutUtterance(state), listening(atMs), effects);
  const next = { ...withoutUtterance(met.state), manners: { ...manners, timesNotCaught: manners.timesNotCaught + 1 } };
  return enter(next, thinking(atMs), [...effects, ...met.effects, { type: 'say', line: 'not_caught' }]);
}
