import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { WithoutTime } from '../../machine-loop.ts';
import { english, phraseSet } from '../../testing/english.ts';
import type { Speech } from '../model-voice.ts';
import type { TalkEffect } from './talk-effect.ts';
import type { TalkEvent } from './talk-event.ts';
import { advance } from './talk-machine.ts';
import type { PhaseName } from './talk-phase.ts';
import { initialState, type TalkSettings, type TalkState } from './talk-state.ts';

const phrases = phraseSet(english.pack.backchannels);
const SETTINGS: TalkSettings = {
  direction: 'outbound',
  hasFirstMessage: true,
  endpointingMs: 600,
  interruptionMs: 300,
  speculate: true,
  anticipates: false,
  language: english,
  backchannels: phrases,
  hesitations: phrases,
  demands: phrases,
  greetings: phrases,
  farewells: phrases,
  courtesies: phrases,
  detectVoicemail: true,
  leavesMessage: true,
  reminderMs: 7000,
  endMs: 10_000,
  maxReminders: 2,
  whileWaiting: 'phrases',
  hasOtherVoice: true,
  hasSuccessor: false,
};

const settings = fc.record({
  direction: fc.constantFrom('outbound' as const, 'inbound' as const),
  hasFirstMessage: fc.boolean(),
  detectVoicemail: fc.boolean(),
  leavesMessage: fc.boolean(),
  maxReminders: fc.constantFrom(0, 2),
  hasOtherVoice: fc.boolean(),
  hasSuccessor: fc.boolean(),
});

/** What happens next: an event, or what becomes of what is being said. */
type Happening = WithoutTime<TalkEvent> | { type: 'sounds' | 'starves' | 'is_said' | 'voice_edge' };

const TEXTS = ['', 'hello', 'no wait', 'please leave a message after the tone', 'press one for sales'];
const call = (name: string) => ({ id: name, name, arguments: {} });
const isTurnOpen = fc.boolean();
const happening: fc.Arbitrary<Happening> = fc.oneof(
  { weight: 6, arbitrary: fc.constant<Happening>({ type: 'time' }) },
  {
    weight: 6,
    arbitrary: fc.constantFrom<Happening[]>(
      ...(['sounds', 'starves', 'is_said', 'voice_edge'] as const).map((type) => ({ type })),
    ),
  },
  fc.constantFrom<Happening[]>(
    { type: 'caller_started' },
    { type: 'caller_stopped', turn: null },
    { type: 'caller_stopped', turn: { voiceEndMs: 0, lastTextMs: 0, committedMs: 0 } },
    { type: 'key', digit: '1' },
    { type: 'key', digit: '#' },
    { type: 'beep' },
    { type: 'reply_ended' },
    { type: 'tools_done', followUp: true, hasResults: true },
    { type: 'tools_done', followUp: false, hasResults: true },
    { type: 'tools_done', followUp: true, hasResults: false },
    { type: 'session_lost', wasSpeaking: true, isAsked: false },
    { type: 'session_lost', wasSpeaking: false, isAsked: true },
    { type: 'taken_over' },
    { type: 'given_back' },
  ),
  isTurnOpen.map(
    (open): Happening => ({ type: 'audio', itemId: 'a', samples: NO_SAMPLES, rateHz: 8000, isTurnOpen: open }),
  ),
  fc
    .tuple(fc.subarray(['look_up', 'end_call', 'transfer_call'], { minLength: 1 }), isTurnOpen)
    .map(([names, open]): Happening => ({ type: 'tools_called', calls: names.map(call), isTurnOpen: open })),
  fc
    .tuple(fc.constantFrom(...TEXTS), fc.boolean(), fc.boolean())
    .map(([text, isFinal, hasOptedOut]): Happening => ({ type: 'heard', text, isFinal, hasOptedOut })),
  fc.constantFrom<Happening[]>(
    { type: 'failed', endReason: 'llm_error' },
    { type: 'other_voice_failed' },
    { type: 'leave' },
    { type: 'hung_up' },
  ),
);
const story = fc.array(fc.tuple(fc.constantFrom(0, 20, 20, 100, 300, 700, 1300, 2000, 8000), happening), {
  maxLength: 60,
});

const NO_SAMPLES = new Int16Array(0);
const FILLERS = ['one_moment', 'still_working'];
const SILENT: PhaseName[] = ['awaiting_beep', 'standing_by'];

/** What the outside would be doing if it obeyed the effects: an effect that makes no sense to it throws. */
class Outside {
  state: TalkState;
  atMs = 0;
  hangups = 0;
  readonly #settings: TalkSettings;
  readonly #parts: ('model' | 'filler' | 'line')[] = [];
  #sound: 'waiting' | 'sounding' | 'starving' = 'waiting';
  #speech: Speech = 'none';
  #isHeld = false;
  #isDelayed = false;
  #isSessionClosed = false;

  constructor(chosen: Partial<TalkSettings>, isPrepared: boolean) {
    this.#settings = { ...SETTINGS, ...chosen };
    this.state = initialState(this.#settings);
    if (isPrepared) this.happen({ type: 'ringing' });
    this.happen({ type: 'answered' });
  }

  /** Leaves out what cannot happen, such as the end of a speech that is not spoken. */
  happen(what: Happening): void {
    const isMoving = this.#parts.length > 0 && !this.#isHeld && !this.#isDelayed;
    switch (what.type) {
      case 'sounds':
      case 'starves':
        if (!isMoving || (what.type === 'starves' && this.#parts[0] !== 'model')) return;
        this.#sound = what.type === 'sounds' ? 'sounding' : 'starving';
        this.#reportSpeech();
        return;
      case 'is_said':
        if (!isMoving) return;
        this.#clear();
        this.#speech = 'none';
        this.#tell({ type: 'all_said' });
        return;
      case 'voice_edge': {
        const { active } = this.state.voice;
        if (active) this.#tell({ type: 'voice_stopped', untilMs: this.atMs });
        else this.#tell({ type: 'voice_started', onsetMs: this.atMs });
        return;
      }
      case 'given_back':
        if (this.state.phase.name === 'standing_by') this.#tell(what);
        return;
      case 'taken_over':
        if (!['idle', 'ended'].includes(this.state.phase.name)) this.#tell(what);
        return;
      case 'other_voice_failed':
        if (this.#parts.some((part) => part !== 'model')) this.#tell(what);
        return;
      case 'tools_done':
        if (this.state.tools.isRunning) this.#tell(what);
        return;
      // Nothing comes of a session that is closed.
      case 'failed':
      case 'session_lost':
      case 'audio':
      case 'tools_called':
        if (!this.#isSessionClosed) this.#tell(what);
        return;
      default:
        this.#tell(what);
    }
  }

  #tell(event: WithoutTime<TalkEvent>): void {
    const before = this.state;
    const next = advance(frozen(before), { ...event, atMs: this.atMs } as TalkEvent, this.#settings);
    if (before.phase.name === 'ended') expect(next.effects, `${event.type} after the end`).toEqual([]);
    this.state = next.state;
    for (const effect of next.effects) this.#obey(effect);
    this.#reportSpeech();
    this.#check();
  }

  #obey(effect: TalkEffect): void {
    switch (effect.type) {
      case 'hold_playout':
        expect(this.#isHeld).toBe(false);
        expect(this.#speech).toBe('sounding');
        this.#isHeld = true;
        this.#sound = 'waiting';
        return;
      case 'release_playout':
        expect(this.#isHeld).toBe(true);
        this.#isHeld = false;
        return;
      case 'drop_speech':
        this.#clear();
        return;
      case 'drop_other_voice':
        this.#parts.splice(0, this.#parts.length, ...this.#parts.filter((part) => part === 'model'));
        if (this.#parts.length === 0) this.#sound = 'waiting';
        return;
      case 'delay_playout':
        this.#isDelayed = true;
        return;
      case 'start_playout':
        this.#isDelayed = false;
        return;
      case 'play':
        expect(SILENT).not.toContain(this.state.phase.name);
        if (!this.#parts.includes('model')) this.#parts.push('model');
        return;
      case 'say_in_other_voice': {
        expect(this.#settings.hasOtherVoice).toBe(true);
        const isFiller = 'line' in effect.words && FILLERS.includes(effect.words.line);
        if (isFiller) expect(this.#parts, 'two fillers at once').not.toContain('filler');
        expect(this.#isHeld, 'a line behind words that are held').toBe(false);
        this.#parts.push(isFiller ? 'filler' : 'line');
        return;
      }
      case 'say':
      case 'reply':
        expect(this.#isSessionClosed, `${effect.type} of a session that is closed`).toBe(false);
        return;
      case 'close_session':
        this.#isSessionClosed = true;
        return;
      case 'hand_over':
      case 'hang_up':
        this.hangups += 1;
        expect(this.#parts).toEqual([]);
        expect(this.hangups).toBe(1);
        return;
      default:
    }
  }

  #clear(): void {
    this.#parts.splice(0);
    this.#isHeld = false;
    this.#sound = 'waiting';
  }

  #reportSpeech(): void {
    const speech = this.#parts.length === 0 ? 'none' : this.#sound;
    if (speech === this.#speech) return;
    this.#speech = speech;
    this.#tell({ type: 'speech_changed', speech });
  }

  #check(): void {
    const { phase, speech, voice } = this.state;
    if (this.#speech !== speech) return;
    const { name } = phase;
    expect(name === 'held' || name === 'ending_held', 'held in a hold and only there').toBe(this.#isHeld);
    if (this.#isHeld) expect(voice.active).toBe(true);
    if (name === 'listening') expect(speech).toBe('none');
    if (name === 'speaking') expect(speech).not.toBe('none');
    if (name === 'ended' || SILENT.includes(name)) expect(this.#parts).toEqual([]);
  }
}

function frozen<T>(value: T): T {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value;
  for (const part of Object.values(Object.freeze(value))) frozen(part);
  return value;
}

function told(chosen: Partial<TalkSettings>, isPrepared: boolean, events: [number, Happening][]): Outside {
  const outside = new Outside(chosen, isPrepared);
  for (const [afterMs, what] of events) {
    outside.atMs += afterMs;
    outside.happen(what);
  }
  return outside;
}

describe('the talk machine', () => {
  it('never reaches an impossible combination, never asks for one, and asks for nothing after the end', () => {
    fc.assert(
      fc.property(settings, fc.boolean(), story, (chosen, isPrepared, events) => {
        told(chosen, isPrepared, events);
      }),
      { numRuns: 3000 },
    );
  });

  it('ends a call once, however often it is ended', () => {
    fc.assert(
      fc.property(settings, story, (chosen, events) => {
        const outside = told(chosen, false, events);
        const { hangups } = outside;
        outside.happen({ type: 'hung_up' });
        const { state } = outside;
        expect(state.phase.name).toBe('ended');
        outside.happen({ type: 'hung_up' });
        expect(outside.state).toBe(state);
        expect(outside.hangups).toBe(hangups);
      }),
      { numRuns: 300 },
    );
  });

  it('lets no call last for ever in silence, whatever the model does not say', () => {
    fc.assert(
      fc.property(settings, story, (chosen, events) => {
        const outside = told(chosen, false, events);
        outside.happen({ type: 'given_back' });
        if (outside.state.voice.active) outside.happen({ type: 'voice_edge' });
        for (let frames = 0; frames < 6000 && outside.state.phase.name !== 'ended'; frames += 1) {
          outside.atMs += 20;
          outside.happen({ type: 'is_said' });
          outside.happen({ type: 'tools_done', followUp: true, hasResults: true });
          outside.happen({ type: 'time' });
        }
        expect(outside.state.phase.name).toBe('ended');
      }),
      { numRuns: 300 },
    );
  });
});
