import { FRAME_MS } from '@parley/audio';
import { withFrame } from './loudness.ts';
import { CLEAR_SPEECH } from './overlap.ts';
import { hasFloor, type Phase } from './phase.ts';
import type { CloseUtterance } from './turn-effect.ts';
import type { EventOf, TurnEvent } from './turn-event.ts';
import { NO_VOICE, type TurnState } from './turn-state.ts';
import { type Handler, stay } from './turn-step.ts';

/** How late a voice's text may come and still belong to that voice. */
const LATE_TEXT_MS = 2000;
/** Recognizers tell how far they are a few times a second. */
const USUAL_LAG_MS = 300;
/** What comes later than this comes too late to be waited for. */
export const LONGEST_LAG_MS = 4000;
/** What had no words for so long has been a noise, and what follows begins anew. */
const NOISE_MS = 1000;
/** Gaps between the words of one voice are shorter. */
const SAME_VOICE_MS = 300;
/** The closure of a plosive with a detector's onset is shorter; the silence between two words that are apart is longer. */
const CLOSURE_MS = 140;
/** A closure by itself: what is parted by more is heard as something new. */
export const SYLLABLE_GAP_MS = 110;
/**
 * How long the proof of an echo is believed: from one speech of the agent to the next, with a short answer between them.
 * An echo proves itself again with every sentence; a caller who is taken for one is not heard at once for as long.
 */
const ECHO_BELIEF_MS = 6000;
/** How long a character takes to say, to guess when a text began whose voice went unnoticed. */
const MS_PER_CHARACTER = 65;

/** The event changes what is known, and nothing else. */
export const hearVoice: Handler<'voice_started'> = (state, event) => stay(withVoice(state, event));
export const hearSilence: Handler<'voice_stopped'> = (state, event) => stay(withSilence(state, event));
export const hearText: Handler<'heard'> = (state, event) => stay(withText(state, event));
/** A key press is collected with those that follow. */
export const collectKey: Handler<'key'> = (state, event) => stay(withKey(state, event));

export function withVoice<P extends Phase>(
  state: TurnState<P>,
  { onsetMs, mayBeEcho, atMs }: EventOf<'voice_started'>,
): TurnState<P> {
  const { utterance, voice } = state;
  const onsetsMs = [...utterance.onsetsMs, atMs - FRAME_MS];
  const followsNoise = utterance.text === '' && onsetMs - utterance.endMs > NOISE_MS;
  const startMs = followsNoise ? onsetMs : (utterance.startMs ?? onsetMs);
  // Until it is measured, the next word of a sentence is what the one before was.
  const runMs = onsetMs - voice.untilMs <= CLOSURE_MS ? voice.runMs : onsetMs;
  const goesOn = onsetMs - voice.untilMs <= SYLLABLE_GAP_MS;
  const breathMs = goesOn ? voice.breathMs : onsetMs;
  const claims = goesOn ? voice.claims : null;
  const claimsBefore = goesOn ? voice.claimsBefore : voice.claims;
  const untilBeforeMs = goesOn ? voice.untilBeforeMs : voice.untilMs;
  const speech = onsetMs - voice.untilMs <= SAME_VOICE_MS ? voice.speech : 0;
  return {
    ...state,
    voice: {
      active: true,
      onsetMs,
      runMs,
      breathMs,
      untilMs: onsetMs,
      speech,
      clearMs: runMs === onsetMs ? 0 : voice.clearMs,
      claims,
      claimsBefore,
      untilBeforeMs,
      mayBeEcho,
      prosody: null,
      judged: null,
      anticipated: null,
    },
    utterance: { ...utterance, startMs, onsetsMs, finalizeAsked: false },
    hearing: { ...state.hearing, hasUnaskedVoice: true },
  };
}

/** Another frame of the voice was measured. */
export function withMeasure(state: TurnState, measure: Measure): TurnState {
  const { voice, utterance } = state;
  const { speech } = measure;
  const clearMs = voice.clearMs + (speech >= CLEAR_SPEECH ? FRAME_MS : 0);
  const loudness = withFrame(utterance.loudness, measure);
  return { ...state, voice: { ...voice, speech, clearMs }, utterance: { ...utterance, loudness } };
}

type Measure = Pick<Extract<TurnEvent, { type: 'voice_measured' }>, 'speech' | 'levelDb' | 'isPitched'>;

export function withSilence<P extends Phase>(
  state: TurnState<P>,
  { untilMs, prosody }: EventOf<'voice_stopped'>,
): TurnState<P> {
  return {
    ...state,
    voice: { ...state.voice, active: false, untilMs, prosody, judged: null, anticipated: null },
    utterance: { ...state.utterance, endMs: untilMs },
  };
}

export function withText<P extends Phase>(before: TurnState<P>, event: EventOf<'heard'>): TurnState<P> {
  const { text, settled, listenedUntilMs, wordsEndMs, atMs } = event;
  const echoed = event.echo !== 'none';
  const state = withEcho(before, event);
  const { utterance } = state;
  const isNews = text !== utterance.text;
  const changedMs = isNews ? atMs : utterance.changedMs;
  const live = utterance.live || (isNews && !utterance.finalizeAsked);
  const heard = { ...utterance, text, settled, changedMs, live, echoed, listenedUntilMs, wordsEndMs };
  const guessedMs = atMs - text.length * MS_PER_CHARACTER;
  // The utterance began with an echo, and these are the first words over it.
  if (echoed && hasFloor(state.phase) && utterance.text === '' && utterance.startMs !== null)
    return { ...state, utterance: { ...heard, startMs: Math.max(utterance.startMs, guessedMs) } };
  if (heard.startMs !== null || text === '') return { ...state, utterance: heard };
  const { active, onsetMs, untilMs } = state.voice;
  // The voice goes on since before the last utterance was closed.
  if (active) return { ...state, utterance: { ...heard, startMs: Math.max(onsetMs, guessedMs), endMs: atMs } };
  if (atMs - untilMs <= LATE_TEXT_MS) return { ...state, utterance: { ...heard, startMs: onsetMs, endMs: untilMs } };
  // The detector missed the voice, or the recognizer hears things: its word is all there is.
  const startMs = Math.max(untilMs, guessedMs);
  const voice = { ...NO_VOICE, onsetMs: startMs, runMs: startMs, breathMs: startMs, untilMs: atMs };
  return { ...state, voice, utterance: { ...heard, startMs, endMs: atMs } };
}

function withEcho<P extends Phase>(state: TurnState<P>, { echo, atMs }: EventOf<'heard'>): TurnState<P> {
  if (echo === 'proven') return { ...state, line: { ...state.line, echoProvenMs: atMs } };
  return echo === 'likely' ? { ...state, line: { ...state.line, echoSuspected: true } } : state;
}

export function withKey<P extends Phase>(state: TurnState<P>, { digit, atMs }: EventOf<'key'>): TurnState<P> {
  const { keys } = state.utterance;
  const digits = (keys?.digits ?? '') + digit;
  return {
    ...state,
    utterance: { ...state.utterance, keys: { digits, firstMs: keys?.firstMs ?? atMs, lastMs: atMs } },
  };
}

/** Whether the line was proven lately to send back what the agent says. */
export function believesEcho({ line: { echoProvenMs } }: TurnState, atMs: number): boolean {
  return echoProvenMs !== null && atMs - echoProvenMs < ECHO_BELIEF_MS;
}

/** Milliseconds since the last voiced frame. */
export function silenceMs(state: TurnState, atMs: number): number {
  return state.voice.active ? 0 : atMs - state.voice.untilMs;
}

/** How far the recognizer is behind the voice, beyond what it always is; 0 when it does not say. Up to 4 s. */
export function lagMs({ utterance, voice }: TurnState, atMs: number): number {
  const { listenedUntilMs, endMs } = utterance;
  if (listenedUntilMs === null) return 0;
  const behindMs = (voice.active ? atMs : endMs) - listenedUntilMs - USUAL_LAG_MS;
  return Math.min(Math.max(0, behindMs), LONGEST_LAG_MS);
}

/** The user's turn as the model reads it. */
export const turnText = (state: TurnState): string => withKeys(state.utterance.text, pressedKeys(state));

/** The keys of the open utterance as the model reads them. */
export const pressedKeys = ({ utterance: { keys } }: TurnState): string => (keys ? `[keys: ${keys.digits}]` : '');

export const withKeys = (text: string, keys: string): string => [text, keys].filter((part) => part !== '').join(' ');

/** The effect that closes the open utterance; pair it with `withoutUtterance`. */
export function closeUtterance(state: TurnState, as: CloseUtterance['as']): CloseUtterance {
  const { utterance } = state;
  const { keys } = utterance;
  const startMs = utterance.startMs ?? keys?.firstMs ?? state.phase.sinceMs;
  const endMs = Math.max(startMs, utterance.startMs === null ? 0 : utterance.endMs, keys?.lastMs ?? 0);
  const voiced = !state.voice.active && utterance.startMs !== null && endMs === utterance.endMs;
  return { type: 'close_utterance', as, text: turnText(state), startMs, endMs, voiced };
}
