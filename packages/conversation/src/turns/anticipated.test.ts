import { describe, expect, it } from 'vitest';
import { english, phraseSet } from '../testing/english.ts';
import { continued } from './anticipated.ts';
import type { PhaseEffect } from './turn-effect.ts';
import type { TurnEvent } from './turn-event.ts';
import { advance } from './turn-machine.ts';
import { INITIAL_STATE, NO_VOICE, NOTHING_HEARD, type TurnSettings, type TurnState } from './turn-state.ts';

describe('continued', () => {
  it.each([
    ['my name is peter', 'My name is Peter Miller', 'my name is peter Miller'],
    ['i would like to make an', 'make an appointment. Please', 'i would like to make an appointment. Please'],
    ['so i said no no', 'no no thank you', 'so i said no no thank you'],
    ['yes please', 'Yes, please.', 'yes please'],
    ['no', 'No, thank you', 'no thank you'],
    ['', 'Tomorrow', 'Tomorrow'],
  ])('%j, heard as %j, is %j', (told, heard, whole) => expect(continued(told, heard)).toBe(whole));

  it.each([
    ['i need to change my', 'I need to attend, Margaret'],
    ['yes', 'Yes one two three four five'],
  ])('%j does not go on as %j', (told, heard) => expect(continued(told, heard)).toBeNull());
});

const SETTINGS = {
  ...{ direction: 'inbound', hasFirstMessage: true, endpointingMs: 600, interruptionMs: 300, speculate: true },
  ...{ anticipates: true, language: english, detectVoicemail: false, leavesMessage: false, reminderMs: 7000 },
  ...{ endMs: 10_000, maxReminders: 2, whileWaiting: 'phrases' },
  backchannels: phraseSet(english.pack.backchannels),
  hesitations: phraseSet(english.pack.hesitations),
  demands: phraseSet(english.pack.demands),
  greetings: phraseSet(['hello']),
  farewells: phraseSet(['bye']),
  courtesies: phraseSet(['hello', 'bye']),
} as const satisfies TurnSettings;

/** A caller who has paused at 2000 ms, of whom the recognizer has told so much. */
function pausedAfter(text: string): TurnState {
  const utterance = { ...NOTHING_HEARD, text, startMs: 0, endMs: 2000, changedMs: 1900, onsetsMs: [0], live: true };
  return {
    ...INITIAL_STATE,
    hearing: { ...INITIAL_STATE.hearing, tellsSoon: true },
    phase: { name: 'endpointing', sinceMs: 2080, quietSinceMs: 0 } as TurnState['phase'],
    voice: { ...NO_VOICE, untilMs: 2000, speech: 0.9 },
    utterance,
  };
}

/** What is done about events, up to the first one at each time. */
function played(state: TurnState, events: readonly TurnEvent[], settings: TurnSettings = SETTINGS) {
  const effects: (PhaseEffect['type'] | string)[] = [];
  let current = state;
  for (const event of events) {
    const step = advance(current, event, settings);
    current = step.state;
    for (const effect of step.effects)
      effects.push(effect.type === 'speculate' ? `speculate ${effect.text}` : effect.type);
  }
  return { effects, state: current };
}

const heard = (text: string | null, untilMs = 2000): TurnEvent => ({ type: 'anticipated', atMs: 2140, untilMs, text });

describe('an anticipated end', () => {
  it('is prepared for at once, and stays prepared for while the recognizer catches up', () => {
    const { effects, state } = played(pausedAfter('i need to change my'), [
      { type: 'time', atMs: 2130 },
      heard('I need to change my address'),
      { type: 'time', atMs: 2160 },
    ]);
    expect(effects).toEqual(['speculate i need to change my address']);
    expect(state.speculated).toBe('i need to change my address');
  });

  it('is waited for before half a sentence is prepared for, and not for long', () => {
    const { effects } = played(pausedAfter('no thank you'), [
      { type: 'time', atMs: 2130 },
      { type: 'time', atMs: 2220 },
      { type: 'time', atMs: 2240 },
    ]);
    expect(effects.filter((each) => each.startsWith('speculate'))).toEqual(['speculate no thank you']);
  });

  it('is no business of a voice that has gone on, or of another pause', () => {
    const { effects } = played(pausedAfter('i need to change my'), [heard('I need to change my address', 1500)]);
    expect(effects).toEqual([]);
  });

  it('is not there where nothing could be made out: what was told is prepared for', () => {
    const { effects } = played(pausedAfter('no thank you'), [heard(null)]);
    expect(effects).toEqual(['speculate no thank you']);
  });
});
