import type { PhraseSet } from '../languages/phrase-set.ts';
import { LONGEST_ECHO_MS } from './echo.ts';
import { judgeOverlap } from './overlap.ts';
import type { Closing, TurnEffect, TurnSettings, TurnState } from './turn-state.ts';
import {
  believesEcho,
  CLOSED,
  closeUtterance,
  enter,
  type Handler,
  isAgentPhase,
  lagMs,
  meetSpeaker,
  type Step,
  silenceAgent,
  silenceMs,
  stay,
  withSilence,
  withText,
  withVoice,
} from './turn-step.ts';
import { askForFinal, isFinalDue, withKey } from './user-turn.ts';

/** "Yes" over the last words of a question answers it; over the middle of a speech it means "go on". */
const ANSWER_MS = 1200;
/** Recognizers that are busy take their time. */
const LATE_WORDS_MS = 1500;
/** Recognizers make other words of an echo at first: fewer that are not the agent's own have to be confirmed. */
const WORDS_OVER_ECHO = 3;
const SHORTEST_WORD_MS = 150;
/** So many noises in a row are the line's. */
const WARY_AFTER_ALARMS = 2;
const WARY_ONSET_MS = 200;
/** A model that takes longer has the caller ask whether there is anyone on the line. */
const FILLER_MS = 1200;
/** A tool that takes longer leaves a silence that wants explaining. */
const ONE_MOMENT_MS = 1500;
/** The far end still plays out its jitter buffer when our last frame has been sent. */
const LAST_WORDS_MS = 200;
/** People say goodbye back, and do not like to be cut off while they do. */
const GOODBYE_BACK_MS = 1400;
const SAID_MS = 500;
const HEARD_OUT_MS = 6000;

export const startSpeaking: Handler<'playout_started'> = (state, { atMs }) =>
  enter(state, 'speaking', atMs, { saidOneMoment: true, introduced: true });

export const noteReplyEnd: Handler<'reply_ended'> = (state, { next, atMs }) => {
  if (next === 'listen') return stay(state);
  if (next === 'tools') return stay({ ...state, tools: 'running' });
  const worded = state.phase === 'speaking' || state.phase === 'paused';
  const closing = { endReason: 'agent_hangup', interruptible: true, worded, saidMs: null } as const;
  if (state.phase === 'paused') return stay({ ...state, closing, resume: 'ending' });
  return enter(state, 'ending', atMs, { closing });
};

export const finishSpeech: Handler<'playout_finished'> = (state, { atMs }, settings) => {
  if (state.tools === 'running') return enter(state, 'tool_running', atMs, {}, [{ type: 'act' }]);
  if (state.tools === 'done') return replyToTools(state, atMs);
  const quiet = { quietSinceMs: atMs, opening: false };
  const { text, endMs } = state.utterance;
  if (text === '') return stopListeningForEcho(state, atMs, quiet);
  if (state.voice.active) return enter(state, 'user_speaking', atMs, quiet);
  if (atMs - endMs <= ANSWER_MS) return enter(state, 'endpointing', atMs, quiet);
  const filed = closeAside(state, settings);
  return enter(filed.state, 'listening', atMs, quiet, filed.effects);
};

/** The words of the open utterance, as far as there are any, are the agent's own. */
const isOwnVoice = (state: TurnState, atMs: number): boolean => state.utterance.echoed || believesEcho(state, atMs);

/** What was heard so far is the agent itself; what comes now may be an answer. */
function stopListeningForEcho(state: TurnState, atMs: number, quiet: Partial<TurnState>): Step {
  if (!isOwnVoice(state, atMs) || state.utterance.startMs === null) return enter(state, 'listening', atMs, quiet);
  return enter(state, 'listening', atMs, { ...quiet, ...CLOSED }, [closeUtterance(state, 'noise')]);
}

export const noteLastWords: Handler<'playout_started'> = (state) =>
  stay({ ...state, closing: state.closing && { ...state.closing, worded: true } });

export const finishLastWords: Handler<'playout_finished'> = (state, { atMs }) =>
  enter(state, 'ending', atMs, { closing: state.closing && { ...state.closing, saidMs: atMs } });

const replyToTools = (state: TurnState, atMs: number): Step =>
  enter(state, 'thinking', atMs, { tools: 'none', speculated: null }, [{ type: 'reply', text: null }]);

/** The tools have answered; the model goes on from there as soon as the agent has said what it is saying. */
export const finishTools: Handler<'tools_done'> = (state, { followUp, atMs }, settings) => {
  if (state.tools !== 'running') return stay(state);
  if (state.phase !== 'tool_running' && state.phase !== 'listening') return keepForLater(state, followUp, settings);
  if (followUp) return replyToTools(state, atMs);
  return enter(state, 'listening', atMs, { tools: 'none', quietSinceMs: atMs });
};

/** The agent is still speaking: meanwhile its model may go on, as if all of it had been heard already. */
function keepForLater(state: TurnState, followUp: boolean, settings: TurnSettings): Step {
  if (!followUp) return stay({ ...state, tools: 'none' });
  if (!settings.speculate) return stay({ ...state, tools: 'done' });
  return stay({ ...state, tools: 'done', speculated: '' }, [{ type: 'speculate', text: null }]);
}

/** Speaks over the agent: silence at once, judgement as soon as there is something to judge by. */
export const holdForVoice: Handler<'voice_started'> = (state, event) => {
  const heard = withVoice(state, event);
  return isLikelyEcho(heard, event.atMs) || state.falseAlarms >= WARY_AFTER_ALARMS
    ? stay(heard)
    : hold(heard, event.atMs);
};

/** Only words can tell it from a caller: to hold playout for it would tear the words of the next echo apart. */
function isLikelyEcho(state: TurnState, atMs: number): boolean {
  return believesEcho(state, atMs) || (state.echoSuspected && followsAgent(state));
}

/** The voice began so soon after the agent did, or went on, that it may be the agent's own. */
function followsAgent({ phase, voice, sinceMs }: TurnState): boolean {
  const delayMs = voice.onsetMs - sinceMs;
  return phase === 'speaking' && delayMs >= 0 && delayMs <= LONGEST_ECHO_MS;
}

/** On a noisy line the agent does not stop for everything: a voice has to last a little first. */
export function wary(handler: Handler<'time'>): Handler<'time'> {
  return (state, event, settings) => {
    const { active, onsetMs } = state.voice;
    const isWary = state.falseAlarms >= WARY_AFTER_ALARMS && !isLikelyEcho(state, event.atMs);
    const isNew = active && isWary && onsetMs >= state.sinceMs;
    return isNew && event.atMs - onsetMs >= WARY_ONSET_MS ? hold(state, event.atMs) : handler(state, event, settings);
  };
}

function hold(state: TurnState, atMs: number): Step {
  const { phase, closing } = state;
  const isDecided = closing !== null && (!closing.interruptible || closing.saidMs !== null);
  if (isDecided || !isAgentPhase(phase)) return stay(state);
  const echoSuspected = state.echoSuspected || followsAgent(state);
  return enter(state, 'paused', atMs, { resume: phase, echoSuspected }, [{ type: 'hold_playout' }]);
}

export const judgeVoice: Handler<'voice_started'> = (state, event, settings) =>
  judge(withVoice(state, event), event.atMs, settings);

export const judgeSilence: Handler<'voice_stopped'> = (state, event, settings) =>
  judge(withSilence(state, event), event.atMs, settings);

export const judgeText: Handler<'heard'> = (state, event, settings) =>
  judge(withText(state, event), event.atMs, settings);

export const judgeTime: Handler<'time'> = (state, event, settings) => judge(state, event.atMs, settings);

function judge(state: TurnState, atMs: number, settings: TurnSettings): Step {
  const { voice, utterance } = state;
  if (utterance.text === '' && believesEcho(state, atMs)) return resumeSpeech(state, atMs);
  const verdict = judgeOverlap(
    {
      voiceActive: voice.active,
      voicedMs: (voice.active ? atMs : voice.untilMs) - voice.onsetMs,
      silenceMs: silenceMs(state, atMs),
      text: utterance.text,
      settled: utterance.settled && utterance.finalizeAsked,
      unheard: lagMs(state, atMs) > 0,
    },
    {
      interruptionMs: settings.interruptionMs,
      backchannels: toleratedPhrases(state, settings),
      writing: settings.language.writing,
    },
  );
  if (verdict === 'interrupt') return interrupt(state, atMs);
  if (verdict === 'resume') return resumeSpeech(state, atMs);
  return isFinalDue(state, atMs, settings) ? askForFinal(state) : stay(state);
}

function toleratedPhrases(state: TurnState, settings: TurnSettings): PhraseSet {
  if (state.closing) return settings.farewells;
  return state.opening ? settings.greetings : settings.backchannels;
}

function resumeSpeech(state: TurnState, atMs: number): Step {
  const phase = state.resume ?? 'speaking';
  const falseAlarms = state.utterance.text === '' ? state.falseAlarms + 1 : state.falseAlarms;
  // What the agent says now comes back as words of their own, not as the rest of these.
  const isEchoOver = !state.voice.active && state.utterance.echoed && state.utterance.text === '';
  const dropped: TurnEffect[] = isEchoOver ? [closeUtterance(state, 'noise')] : [];
  const patch: Partial<TurnState> = isEchoOver ? { ...CLOSED, falseAlarms } : { falseAlarms };
  const step = enter(state, phase, atMs, patch, [{ type: 'release_playout' }, ...dropped]);
  if (phase !== 'tool_running' || state.tools === 'running') return step;
  const next =
    state.tools === 'done'
      ? replyToTools(step.state, atMs)
      : enter(step.state, 'listening', atMs, { quietSinceMs: atMs });
  return { state: next.state, effects: [...step.effects, ...next.effects] };
}

function interrupt(state: TurnState, atMs: number): Step {
  const patch = { echoSuspected: false, opening: false, hasInterrupted: true, speculated: null } as const;
  return enter(state, state.voice.active ? 'user_speaking' : 'endpointing', atMs, patch, silenceAgent(state, 'voice'));
}

/** Words that come late, after it was decided to go on speaking. */
export const hearLateText: Handler<'heard'> = (state, event, settings) => {
  const hadVoice = state.utterance.startMs !== null;
  const heard = withText(state, event);
  const tolerated = toleratedPhrases(state, settings);
  if (event.text === '' || tolerated.covers(event.text)) return stay(heard);
  // Half a goodbye is not a new subject yet; what follows the last words is judged when it has been said.
  if (state.closing && (state.closing.saidMs !== null || tolerated.mayCover(event.text))) return stay(heard);
  if (state.closing && !state.closing.interruptible) return stay(heard);
  const count = settings.language.writing.words(event.text).length;
  // One word that no voice belongs to is rather the recognizer's than the caller's.
  if (count < (hadVoice ? 1 : 2)) return stay(heard);
  // "I" may become "I see": `fileAside` asks when the voice is over.
  if (tolerated.mayCover(event.text)) return isConfirmed(heard) ? interrupt(heard, event.atMs) : stay(heard);
  const isDoubtful = believesEcho(heard, event.atMs) ? count < WORDS_OVER_ECHO : count === 1 && isCrackle(heard);
  return isDoubtful ? confirmWords(heard, event.atMs) : interrupt(heard, event.atMs);
};

/** Recognizers make a word of any noise at first. */
function isCrackle({ voice }: TurnState): boolean {
  return !voice.active && voice.untilMs - voice.onsetMs < SHORTEST_WORD_MS;
}

const isConfirmed = ({ utterance }: TurnState): boolean => utterance.finalizeAsked && utterance.settled;

function confirmWords(state: TurnState, atMs: number): Step {
  if (!state.utterance.finalizeAsked) return askForFinal(state);
  return isConfirmed(state) ? interrupt(state, atMs) : stay(state);
}

/** Keys pressed while the agent speaks are an answer to it. */
export const interruptByKey: Handler<'key'> = (state, event) => {
  if (state.closing && !state.closing.interruptible) return stay(state);
  const patch = { closing: null, opening: false, speculated: null };
  return enter(withKey(state, event), 'listening', event.atMs, patch, silenceAgent(state, 'key'));
};

/** Files what was said aside, once it is clear that it answers nothing. */
export const fileAside: Handler<'time'> = (state, { atMs }, settings) => {
  const { startMs, endMs, settled, finalizeAsked } = state.utterance;
  const sinceMs = atMs - endMs;
  if (isFinalDue(state, atMs, settings) && isFragment(state, settings)) return askForFinal(state);
  if (startMs === null || state.voice.active || sinceMs <= ANSWER_MS) return stay(state);
  const mayGetWords = finalizeAsked && !settled && sinceMs <= ANSWER_MS + LATE_WORDS_MS;
  return mayGetWords ? stay(state) : closeAside(state, settings);
};

/** What may be the beginning of a phrase that means "go on". */
function isFragment(state: TurnState, settings: TurnSettings): boolean {
  const { text } = state.utterance;
  const tolerated = toleratedPhrases(state, settings);
  return text !== '' && !tolerated.covers(text) && tolerated.mayCover(text);
}

function closeAside(state: TurnState, settings: TurnSettings): Step {
  const closed = { ...state, ...CLOSED };
  if (state.utterance.text === '') return stay(closed, [closeUtterance(state, 'noise')]);
  const { answeredBy, effects } = meetSpeaker(state, settings);
  return stay({ ...closed, answeredBy }, [...effects, closeUtterance(state, 'aside')]);
}

/** A filler, once for each turn; not before the agent's first words, which nothing was asked for, nor for a recording. */
export const waitForModel: Handler<'time'> = (state, event, settings) => {
  const isWanted = !state.saidOneMoment && !state.opening && !state.atMenu;
  const isDue = isWanted && event.atMs - state.sinceMs >= FILLER_MS;
  if (!isDue || state.voice.active) return fileAside(state, event, settings);
  return stay({ ...state, saidOneMoment: true }, [{ type: 'fill_pause' }]);
};

/** The filler was said, and the model has yet to answer. */
export const thinkOn: Handler<'filler_finished'> = (state, { atMs }) => enter(state, 'thinking', atMs);

export const waitForTool: Handler<'time'> = (state, event, settings) => {
  if (state.saidOneMoment || event.atMs - state.sinceMs < ONE_MOMENT_MS) return fileAside(state, event, settings);
  return enter(state, 'thinking', event.atMs, { saidOneMoment: true }, [{ type: 'say', line: 'one_moment' }]);
};

export const endAfterLastWords: Handler<'time'> = (state, event, settings) => {
  const { closing } = state;
  if (!closing || closing.saidMs === null) return fileAside(state, event, settings);
  const sinceMs = event.atMs - closing.saidMs;
  if (sinceMs < (closing.interruptible && closing.worded ? GOODBYE_BACK_MS : LAST_WORDS_MS)) return stay(state);
  const { voice, utterance } = state;
  const isSpeaking = utterance.startMs !== null && (voice.active || silenceMs(state, event.atMs) < SAID_MS);
  if (!closing.interruptible || !isSpeaking || sinceMs > HEARD_OUT_MS)
    return part(state, event.atMs, closing, settings);
  return isFinalDue(state, event.atMs, settings) ? askForFinal(state) : stay(state);
};

/** Hangs up, and files what was said to the goodbye; unless it was no goodbye, and the call goes on. */
function part(state: TurnState, atMs: number, closing: Closing, settings: TurnSettings): Step {
  const { text } = state.utterance;
  const isFarewell = settings.farewells.covers(text) || settings.language.bidsFarewell(text);
  const goesOn = closing.interruptible && text !== '' && !isFarewell;
  if (goesOn) return interrupt(state, atMs);
  const filed = !closing.interruptible || state.utterance.startMs === null ? stay(state) : closeAside(state, settings);
  const ended = hangUp(filed.state, atMs, closing.endReason);
  return { state: ended.state, effects: [...filed.effects, ...ended.effects] };
}

export function hangUp(
  state: TurnState,
  atMs: number,
  endReason: NonNullable<TurnState['closing']>['endReason'],
): Step {
  const effects: TurnEffect[] = [{ type: 'hang_up', endReason }];
  return enter(state, 'ended', atMs, { speculated: null }, effects);
}
