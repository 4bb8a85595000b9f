import { describe, expect, it } from 'vitest';
import { INITIAL_STATE, type TurnState } from './turn-state.ts';
import { closeUtterance, withMeasure, withSilence, withText, withVoice } from './utterance-state.ts';

const voiceFrom = (onsetMs: number, state: TurnState = INITIAL_STATE): TurnState =>
  withVoice(state, { type: 'voice_started', atMs: onsetMs + 60, onsetMs, mayBeEcho: false });
const voiceUntil = (untilMs: number, state: TurnState): TurnState =>
  withSilence(state, { type: 'voice_stopped', atMs: untilMs + 80, untilMs, prosody: null });
const textAt = (atMs: number, text: string, state: TurnState): TurnState =>
  withText(state, { type: 'heard', atMs, text, settled: false, echo: 'none', listenedUntilMs: null, wordsEndMs: null });

const span = (state: TurnState) => [state.utterance.startMs, state.utterance.endMs];
const closed = (state: TurnState): TurnState => ({ ...state, utterance: INITIAL_STATE.utterance });

describe('the span of an utterance', () => {
  it('is from its first voice to its last', () => {
    const first = voiceUntil(1500, voiceFrom(1000));
    expect(span(voiceUntil(2500, voiceFrom(2000, first)))).toEqual([1000, 2500]);
  });

  it('does not include a noise before it', () => {
    const noise = voiceUntil(1100, voiceFrom(1000));
    expect(span(voiceUntil(3500, voiceFrom(3000, noise)))).toEqual([3000, 3500]);
  });

  it('is that of the latest voice for a text that comes late', () => {
    const over = closed(voiceUntil(1500, voiceFrom(1000)));
    expect(span(textAt(3000, 'hello', over))).toEqual([1000, 1500]);
  });

  it('is guessed for a text without a voice, never before the latest voice', () => {
    const over = closed(voiceUntil(1500, voiceFrom(1000)));
    expect(span(textAt(9000, 'hello', over))).toEqual([9000 - 5 * 65, 9000]);
    expect(span(textAt(4000, 'hello '.repeat(100), over))).toEqual([1500, 4000]);
  });

  it('is guessed for a voice that goes on after another utterance was closed', () => {
    const active = closed(voiceFrom(1000));
    expect(span(textAt(9000, 'hello', active))).toEqual([9000 - 5 * 65, 9000]);
  });
});

describe('a closed utterance', () => {
  it('holds words and keys, from the first to the last', () => {
    const spoken = textAt(1500, 'my code is', voiceUntil(1500, voiceFrom(1000)));
    const keys = { digits: '12', firstMs: 2000, lastMs: 2500 };
    const keyed = { ...spoken, utterance: { ...spoken.utterance, keys } };
    expect(closeUtterance(keyed, 'turn')).toEqual({
      type: 'close_utterance',
      as: 'turn',
      text: 'my code is [keys: 12]',
      startMs: 1000,
      endMs: 2500,
      voiced: false,
    });
    expect(closeUtterance(spoken, 'turn')).toMatchObject({ text: 'my code is', endMs: 1500, voiced: true });
  });
});

describe('how long a voice was clearly speech', () => {
  const measured = (state: TurnState, ...speech: number[]): TurnState =>
    speech.reduce((before, each) => withMeasure(before, { speech: each, levelDb: -25, isPitched: true }), state);

  it('counts the frames in which it was', () => {
    expect(measured(voiceFrom(1000), 0.2, 0.8, 0.1, 0.9).voice.clearMs).toBe(40);
  });

  it('goes on behind the closure of a consonant, and begins anew behind a pause', () => {
    const first = voiceUntil(1400, measured(voiceFrom(1000), 0.9, 0.9));
    expect(measured(voiceFrom(1500, first), 0.9).voice.clearMs).toBe(60);
    expect(measured(voiceFrom(1700, first), 0.9).voice.clearMs).toBe(20);
  });
});
