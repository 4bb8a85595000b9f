import { spokenKey } from '../languages/spoken-words.ts';
import { endpointingWindowMs } from './endpointing.ts';
import { silenceVerdict } from './silence.ts';
import type { OpenUtterance, TurnEffect, TurnSettings, TurnState } from './turn-state.ts';
import {
  CLOSED,
  closeUtterance,
  type EventOf,
  enter,
  type Handler,
  LONGEST_LAG_MS,
  lagMs,
  meetSpeaker,
  open,
  type Step,
  silenceAgent,
  silenceMs,
  speculatesOnOther,
  stay,
  turnText,
  withSilence,
  withText,
  withVoice,
} from './turn-step.ts';
import { speakerOf } from './voice-menu.ts';

/** Gaps in a sentence are shorter, a plosive's closure with a detector's onset too: words are not to be torn apart. */
const FINALIZE_AFTER_MS = 200;
/** A short window leaves the recognizer this long at least to answer in. */
const SHORTEST_FINAL_MS = 40;
/** Shorter silences are closures of consonants. */
const SPECULATE_AFTER_MS = 120;
/** How long a turn that is over waits for its final text; longer when there is none at all. */
const FINAL_GRACE_MS = 500;
const FIRST_TEXT_GRACE_MS = 1500;
/** Nobody speaks so long without a word: it is a noise that the detector takes for a voice. */
const NOTHING_NEW_MS = 2500;
/** Words that come while they are said follow each other faster, and come this late at most. */
const NEXT_WORD_MS = 600;
/** A shorter voice without words is a cough; at the beginning of a call, where "hello" is all there may be, a click. */
const SHORTEST_SPEECH_MS = 300;
const SHORTEST_HELLO_MS = 200;
/** To ask again more often in a row helps nobody: it is a noise, or a language that the recognizer does not know. */
const MOST_TIMES_NOT_CAUGHT = 2;
/** People look for the next key; "#" says that there is none. */
const KEY_PAUSE_MS = 1200;

export const startUserTurn: Handler<'voice_started'> = (state, event) =>
  enter(withVoice(state, event), 'user_speaking', event.atMs);

export const startEndpointing: Handler<'voice_stopped'> = (state, event) =>
  enter(withSilence(state, event), 'endpointing', event.atMs);

/** While the user speaks: new words want a final of their own. */
export const followText: Handler<'heard'> = (state, event) => {
  const { state: heard, effects } = dropStaleSpeculation(withText(state, event));
  const isNews = event.text !== state.utterance.text;
  return stay(isNews ? { ...heard, utterance: { ...heard.utterance, finalizeAsked: false } } : heard, effects);
};

/** A reply to fewer words is of no use any more. */
function dropStaleSpeculation(state: TurnState): Step {
  if (!speculatesOnOther(state, state.utterance.text)) return stay(state);
  return stay({ ...state, speculated: null }, [{ type: 'discard_speculation' }]);
}

/** A voice that goes on and says nothing new has stopped saying anything. */
export const followVoice: Handler<'time'> = (state, { atMs }, settings) => {
  const { utterance } = state;
  const idle = idleness(state, atMs, settings);
  if (!idle.wantsFinal || !keysAreOver(state, atMs)) return stay(state);
  if (!utterance.finalizeAsked) return askForFinal(state);
  if (idle.overMs < (utterance.settled ? 0 : graceMs(utterance))) return stay(state);
  const endMs = Math.max(utterance.startMs ?? 0, utterance.changedMs);
  return completeTurn({ ...state, utterance: { ...utterance, endMs } }, atMs, settings);
};

interface Idleness {
  /** It is time to ask whether there was another word. */
  wantsFinal: boolean;
  /** For how long it has been clear that nothing more was said; negative before. */
  overMs: number;
}

/** How long the voice that goes on has said nothing. */
function idleness(state: TurnState, atMs: number, settings: TurnSettings): Idleness {
  const { text, changedMs, live } = state.utterance;
  // What it has not listened to yet may hold a word.
  const heardMs = atMs - lagMs(state, atMs);
  const longMs = heardMs - Math.max(changedMs, text === '' ? state.sinceMs : 0) - NOTHING_NEW_MS;
  if (text === '' || !live) return { wantsFinal: longMs >= 0, overMs: longMs };
  // A voice that has just begun again gets its time for a first word, though not over and over.
  const wordlessMs = heardMs - Math.max(changedMs, state.voice.onsetMs);
  const overMs = Math.max(longMs, wordlessMs - windowMs(state, settings) - NEXT_WORD_MS);
  return { wantsFinal: wordlessMs >= NEXT_WORD_MS || longMs >= 0, overMs };
}

function graceMs({ text, listenedUntilMs }: OpenUtterance): number {
  // The recognizer is at work on it, and half a sentence would get the wrong answer.
  if (listenedUntilMs !== null) return LONGEST_LAG_MS;
  return text === '' ? FIRST_TEXT_GRACE_MS : FINAL_GRACE_MS;
}

/** A voice has paused, and its final text was not asked for. */
export function isFinalDue(state: TurnState, atMs: number, settings: TurnSettings): boolean {
  const { finalizeAsked, startMs } = state.utterance;
  if (startMs === null || finalizeAsked) return false;
  const afterMs = Math.min(FINALIZE_AFTER_MS, windowMs(state, settings) - SHORTEST_FINAL_MS);
  return silenceMs(state, atMs) >= Math.max(0, afterMs);
}

export function askForFinal(state: TurnState): Step {
  const asked = { ...state.utterance, finalizeAsked: true, settled: false };
  return stay({ ...state, utterance: asked }, [{ type: 'finalize_recognition' }]);
}

/** Words without a voice, while nobody speaks: the detector has missed something. */
export const hearUnnoticedText: Handler<'heard'> = (state, event, settings) => {
  const heard = withText(state, event);
  if (event.text === '') return stay(heard);
  if (heard.voice.active) return enter(heard, 'user_speaking', event.atMs);
  return judgeEndOfTurn({ ...heard, phase: 'endpointing', sinceMs: event.atMs }, event.atMs, settings);
};

export const hearTextInPause: Handler<'heard'> = (state, event, settings) => {
  const { state: heard, effects } = dropStaleSpeculation(withText(state, event));
  const step = judgeEndOfTurn(heard, event.atMs, settings);
  return { state: step.state, effects: [...effects, ...step.effects] };
};

export const waitForEndOfTurn: Handler<'time'> = (state, event, settings) =>
  judgeEndOfTurn(state, event.atMs, settings);

function judgeEndOfTurn(state: TurnState, atMs: number, settings: TurnSettings): Step {
  if (isOver(state, atMs, settings)) return completeTurn(state, atMs, settings);
  const asked = isFinalDue(state, atMs, settings) ? askForFinal(state) : stay(state);
  if (!isWorthSpeculating(asked.state, atMs, settings)) return asked;
  const speculated = speculate(asked.state);
  return { state: speculated.state, effects: [...asked.effects, ...speculated.effects] };
}

function windowMs(state: TurnState, settings: TurnSettings): number {
  return endpointingWindowMs(settings.language, state.utterance.text, settings.endpointingMs, state.atMenu);
}

/** The open utterance is a whole turn. */
export function isOver(state: TurnState, atMs: number, settings: TurnSettings): boolean {
  const { text, settled, finalizeAsked } = state.utterance;
  const silence = silenceMs(state, atMs);
  if (!keysAreOver(state, atMs)) return false;
  // A noise has interrupted the agent, and the recognizer confirms that it was one, or takes its words back.
  if (state.hasInterrupted && text === '' && finalizeAsked && settled) return true;
  const sinceTextMs = text === '' ? 0 : atMs - state.utterance.changedMs;
  // Voices that come and go without a word are none.
  const overMs = Math.max(silence - windowMs(state, settings), sinceTextMs - NOTHING_NEW_MS);
  return overMs >= (settled && finalizeAsked ? 0 : graceMs(state.utterance));
}

/** An unfinished sentence is answered late, so preparing the answer can wait as well. */
function isWorthSpeculating(state: TurnState, atMs: number, settings: TurnSettings): boolean {
  const fromMs = Math.max(SPECULATE_AFTER_MS, windowMs(state, settings) - settings.endpointingMs);
  return silenceMs(state, atMs) >= fromMs && maySpeculate(state, settings);
}

function maySpeculate(state: TurnState, settings: TurnSettings): boolean {
  const { text } = state.utterance;
  if (!settings.speculate || text === '' || state.keys || state.speculated !== null) return false;
  if (state.atMenu && speakerOf(state, text, settings.language) !== 'menu') return false;
  return !settings.language.asksForOptOut(text);
}

const speculate = (state: TurnState): Step =>
  stay({ ...state, speculated: spokenKey(state.utterance.text) }, [{ type: 'speculate', text: state.utterance.text }]);

/** The recognizer's own model hears the end of a turn better than a window of silence does. */
export const followRecognizer: Handler<'recognizer_turn'> = (state, { stage, atMs }, settings) => {
  const { utterance, voice, keys, atMenu } = state;
  if (stage === 'likely') return maySpeculate(state, settings) ? speculate(state) : stay(state);
  if (stage === 'resumed') {
    return state.speculated === null
      ? stay(state)
      : stay({ ...state, speculated: null }, [{ type: 'discard_speculation' }]);
  }
  // A menu that is read out has many ends; and who has begun anew has more to say.
  const hasBegunAnew = voice.active && voice.onsetMs > utterance.changedMs;
  if (utterance.text === '' || keys || atMenu || hasBegunAnew) return stay(state);
  if (!voice.active) return completeTurn(state, atMs, settings);
  const endMs = Math.max(utterance.startMs ?? 0, utterance.changedMs);
  return completeTurn({ ...state, utterance: { ...utterance, endMs } }, atMs, settings);
};

function completeTurn(state: TurnState, atMs: number, settings: TurnSettings): Step {
  const text = turnText(state);
  if (text === '') return passWordless(state, atMs, settings);
  if (settings.language.asksForOptOut(text)) return confirmOptOut(state, atMs, [closeUtterance(state, 'turn')]);
  const { answeredBy, effects: met } = meetSpeaker(state, settings);
  const speaker = speakerOf(state, text, settings.language);
  const patch: Partial<TurnState> = {
    ...CLOSED,
    atMenu: speaker === 'menu' || speaker === 'announcement',
    speculated: null,
    closing: null,
    tools: 'none',
    saidOneMoment: false,
    falseAlarms: 0,
    echoSuspected: false,
    timesNotCaught: 0,
    reminders: 0,
    userTurns: state.userTurns + 1,
    answeredBy,
  };
  const filed: TurnEffect[] = [...met, closeUtterance(state, 'turn')];
  // Nobody answers a recording that asks for patience.
  if (speaker === 'announcement')
    return enter(state, 'listening', atMs, { ...patch, quietSinceMs: atMs }, [...silenceAgent(state), ...filed]);
  if (speaker === 'newcomer' && settings.hasFirstMessage)
    return open({ ...state, ...patch }, atMs, settings, [...silenceAgent(state), ...filed]);
  return enter(state, 'thinking', atMs, patch, [...filed, { type: 'reply', text }]);
}

/** Says that nobody will call again, and ends the call. */
export function confirmOptOut(state: TurnState, atMs: number, before: TurnEffect[] = []): Step {
  const effects: TurnEffect[] = [...silenceAgent(state), ...before, { type: 'say', line: 'opt_out' }];
  const closing = { endReason: 'opted_out', interruptible: false, worded: false, saidMs: null } as const;
  return enter(state, 'ending', atMs, { ...CLOSED, speculated: null, closing }, effects);
}

/** No words: the agent goes on where the noise has interrupted it, with what its tools have found out, or asks again. */
function passWordless(state: TurnState, atMs: number, settings: TurnSettings): Step {
  const isSpeech = wasSpeech(state);
  const effects: TurnEffect[] = [closeUtterance(state, isSpeech && !state.hasInterrupted ? 'unintelligible' : 'noise')];
  if (state.tools === 'done')
    return enter(state, 'thinking', atMs, { ...CLOSED, tools: 'none' }, [...effects, { type: 'reply', text: null }]);
  if (state.hasInterrupted)
    return enter(state, state.closing ? 'ending' : 'thinking', atMs, CLOSED, [
      ...effects,
      { type: 'say', line: 'remainder' },
    ]);
  return isSpeech ? answerUnheard(state, atMs, settings, effects) : enter(state, 'listening', atMs, CLOSED, effects);
}

/** A voice that is over and that no noise of the line has made, nor the agent itself. */
function wasSpeech({ voice, utterance, tools, atMenu, introduced }: TurnState): boolean {
  if (voice.active || utterance.startMs === null || utterance.echoed || tools !== 'none' || atMenu) return false;
  return voice.untilMs - voice.onsetMs >= (introduced ? SHORTEST_SPEECH_MS : SHORTEST_HELLO_MS);
}

/** Who speaks is not silent, though nothing was understood: is greeted, or asked to say it again. */
function answerUnheard(state: TurnState, atMs: number, settings: TurnSettings, effects: TurnEffect[]): Step {
  const { answeredBy, effects: met } = meetSpeaker(state, settings);
  if (!state.introduced) return open({ ...state, answeredBy }, atMs, settings, [...effects, ...met]);
  if (state.timesNotCaught >= MOST_TIMES_NOT_CAUGHT)
    return enter(state, 'listening', atMs, { ...CLOSED, quietSinceMs: atMs }, effects);
  const patch = { ...CLOSED, answeredBy, timesNotCaught: state.timesNotCaught + 1 };
  return enter(state, 'thinking', atMs, patch, [...effects, ...met, { type: 'say', line: 'not_caught' }]);
}

/** A key press is collected with those that follow. */
export const collectKey: Handler<'key'> = (state, event) => stay(withKey(state, event));

export function withKey(state: TurnState, { digit, atMs }: EventOf<'key'>): TurnState {
  const { keys } = state;
  const digits = (keys?.digits ?? '') + digit;
  return { ...state, keys: { digits, firstMs: keys?.firstMs ?? atMs, lastMs: atMs } };
}

function keysAreOver({ keys }: TurnState, atMs: number): boolean {
  return keys === null || keys.digits.endsWith('#') || atMs - keys.lastMs >= KEY_PAUSE_MS;
}

/** While nobody speaks: pressed keys become a turn, and silence has its consequences. */
export const passSilence: Handler<'time'> = (state, { atMs }, settings) => {
  if (state.keys) return keysAreOver(state, atMs) ? completeTurn(state, atMs, settings) : stay(state);
  if (state.atMenu) return waitBehindMenu(state, atMs, settings);
  const { reminders, quietSinceMs } = state;
  const verdict = silenceVerdict({ quietMs: atMs - quietSinceMs, reminders }, settings);
  if (verdict === 'wait') return stay(state);
  if (verdict === 'remind')
    return enter(state, 'thinking', atMs, { reminders: state.reminders + 1 }, [{ type: 'say', line: 'reminder' }]);
  return giveUp(state, atMs);
};

/** A menu that puts one through is silent for long, and reminds nobody. */
function waitBehindMenu(state: TurnState, atMs: number, { maxReminders, reminderMs, endMs }: TurnSettings): Step {
  return atMs - state.quietSinceMs < maxReminders * reminderMs + endMs ? stay(state) : giveUp(state, atMs);
}

function giveUp(state: TurnState, atMs: number): Step {
  const closing = { endReason: 'silence_timeout', interruptible: true, worded: false, saidMs: null } as const;
  return enter(state, 'ending', atMs, { closing }, [{ type: 'say', line: 'goodbye' }]);
}

/** A tool has answered while the user has the floor: the answer waits for what the user says. */
export const keepToolResult: Handler<'tools_done'> = (state, { followUp }) =>
  stay(state.tools === 'running' ? { ...state, tools: followUp ? 'done' : 'none' } : state);
