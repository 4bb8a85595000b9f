import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { english, phraseSet } from '../testing/english.ts';
import type { PhaseName } from './phase.ts';
import type { PhaseEffect } from './turn-effect.ts';
import type { PhaseEvent } from './turn-event.ts';
import { INITIAL_STATE, type TurnSettings, type TurnState } from './turn-state.ts';
import { stepIn } from './turn-table.ts';

const SETTINGS: TurnSettings = {
  direction: 'outbound',
  hasFirstMessage: true,
  endpointingMs: 600,
  interruptionMs: 300,
  speculate: true,
  anticipates: false,
  language: english,
  backchannels: phraseSet(english.pack.backchannels),
  hesitations: phraseSet(english.pack.hesitations),
  demands: phraseSet(english.pack.demands),
  greetings: phraseSet(['hello', 'hi']),
  farewells: phraseSet(english.pack.backchannels, english.pack.farewells),
  courtesies: phraseSet(['hello', 'bye']),
  detectVoicemail: true,
  leavesMessage: true,
  reminderMs: 7000,
  endMs: 10_000,
  maxReminders: 2,
  whileWaiting: 'phrases',
};

const TEXTS = [
  ...['', 'yes', 'uh-huh', 'I', 'hello', 'no wait', 'my number is', 'what time is it?', 'bye', 'stop calling me'],
  ...['please leave a message', 'press one', 'I would like to book a table', 'how can I help you'],
];

type UntimedEvent = PhaseEvent extends infer E ? (E extends PhaseEvent ? Omit<E, 'atMs'> : never) : never;

/** One event, and how long after the one before it happens. Voices begin and end in the past, as detectors tell it. */
const step = fc.record({
  afterMs: fc.constantFrom(0, 20, 20, 20, 100, 300, 700, 2000, 12_000),
  lagMs: fc.constantFrom(0, 60, 100),
  event: fc.oneof(
    { weight: 6, arbitrary: fc.constant<UntimedEvent>({ type: 'time' } as UntimedEvent) },
    fc.constantFrom<UntimedEvent[]>(
      { type: 'answered' } as UntimedEvent,
      { type: 'voice_started', onsetMs: 0, mayBeEcho: false } as UntimedEvent,
      { type: 'voice_stopped', untilMs: 0, prosody: null } as UntimedEvent,
      { type: 'beep' } as UntimedEvent,
      { type: 'recognizer_turn', stage: 'likely' } as UntimedEvent,
      { type: 'recognizer_turn', stage: 'resumed' } as UntimedEvent,
      { type: 'recognizer_turn', stage: 'over' } as UntimedEvent,
      { type: 'filler_finished' } as UntimedEvent,
      { type: 'key', digit: '1' } as UntimedEvent,
      { type: 'key', digit: '#' } as UntimedEvent,
      { type: 'playout_started' } as UntimedEvent,
      { type: 'playout_finished' } as UntimedEvent,
      { type: 'reply_ended', next: 'listen' } as UntimedEvent,
      { type: 'reply_ended', next: 'tools' } as UntimedEvent,
      { type: 'reply_ended', next: 'transfer' } as UntimedEvent,
      { type: 'reply_ended', next: 'end_call' } as UntimedEvent,
      { type: 'tools_done', followUp: true } as UntimedEvent,
      { type: 'tools_done', followUp: false } as UntimedEvent,
      { type: 'taken_over' } as UntimedEvent,
      { type: 'given_back' } as UntimedEvent,
    ),
    fc
      .record({
        text: fc.constantFrom(...TEXTS),
        settled: fc.boolean(),
        echo: fc.constantFrom('none' as const, 'likely' as const, 'proven' as const),
        listenedUntilMs: fc.constantFrom(null, 0, 3000, 1_000_000),
      })
      .map((heard) => ({ type: 'heard', ...heard }) as UntimedEvent),
    fc.constantFrom(...TEXTS).map((text) => ({ type: 'greeting_heard', text }) as UntimedEvent),
    {
      weight: 1,
      arbitrary: fc.constantFrom<UntimedEvent[]>(
        { type: 'failed', role: 'llm', endReason: 'llm_error', isMute: false } as UntimedEvent,
        { type: 'failed', role: 'stt', endReason: 'stt_error', isMute: false } as UntimedEvent,
        { type: 'failed', role: 'tts', endReason: 'tts_error', isMute: true } as UntimedEvent,
        { type: 'failed', role: 'tts', endReason: 'tts_error', isMute: false } as UntimedEvent,
        { type: 'failed', role: 'tts', endReason: 'internal_error', isMute: true } as UntimedEvent,
        { type: 'hung_up' } as UntimedEvent,
      ),
    },
  ),
});

const settings = fc.record({
  direction: fc.constantFrom('outbound' as const, 'inbound' as const),
  hasFirstMessage: fc.boolean(),
  speculate: fc.boolean(),
  detectVoicemail: fc.boolean(),
  leavesMessage: fc.boolean(),
  maxReminders: fc.constantFrom(0, 2),
});

const AGENT_PHASES: PhaseName[] = ['thinking', 'speaking', 'overlapped', 'tool_running', 'ending', 'leaving_message'];

/** What the outside would be doing if it obeyed the effects: an effect that makes no sense to it throws. */
class Outside {
  isSpeaking = false;
  isDucked = false;
  isSpeculating = false;
  hangups = 0;
  hasEnded = false;

  obey(effect: PhaseEffect): void {
    expect(this.hasEnded, `${effect.type} after the end`).toBe(false);
    switch (effect.type) {
      case 'duck_playout':
        expect(this.isDucked).toBe(false);
        this.isDucked = true;
        return;
      case 'restore_playout':
        expect(this.isDucked).toBe(true);
        this.isDucked = false;
        return;
      case 'drop_speech':
        this.isSpeaking = false;
        this.isDucked = false;
        return;
      case 'say':
      case 'reply':
        expect(this.isSpeaking, 'two speeches at once').toBe(false);
        if (effect.type === 'reply' && effect.text !== null) expect(effect.text).not.toBe('');
        this.isSpeaking = true;
        this.isSpeculating = false;
        return;
      case 'speculate':
        expect(this.isSpeculating, 'two speculations at once').toBe(false);
        expect(effect.text).not.toBe('');
        if (effect.text === null) expect(this.isSpeaking).toBe(true);
        this.isSpeculating = true;
        return;
      case 'discard_speculation':
        expect(this.isSpeculating).toBe(true);
        this.isSpeculating = false;
        return;
      case 'close_utterance':
        expect(effect.endMs).toBeGreaterThanOrEqual(effect.startMs);
        if (effect.as === 'turn' || effect.as === 'aside') expect(effect.text).not.toBe('');
        return;
      case 'hang_up':
        expect(this.isDucked).toBe(false);
        this.hangups += 1;
        this.hasEnded = true;
        return;
      case 'answered_by':
      case 'finalize_recognition':
      case 'act':
        return;
    }
  }
}

function checkState(state: TurnState, outside: Outside): void {
  const { name } = state.phase;
  expect(name === 'overlapped', 'ducked under a voice and only there').toBe(outside.isDucked);
  expect(state.speculated !== null).toBe(outside.isSpeculating);
  if (outside.isSpeaking) expect(AGENT_PHASES).toContain(name);
  if (name === 'user_speaking') expect(state.voice.active).toBe(true);
  if (name === 'ended') expect(outside.isSpeaking && outside.hangups === 0).toBe(false);
}

describe('the turn machine', () => {
  it('never reaches an impossible combination, and never asks for one', () => {
    fc.assert(
      fc.property(settings, fc.array(step, { maxLength: 60 }), (chosen, steps) => {
        const outside = new Outside();
        let state = INITIAL_STATE;
        let atMs = 0;
        for (const { afterMs, lagMs, event } of [{ afterMs: 0, lagMs: 0, event: { type: 'answered' } }, ...steps]) {
          atMs += afterMs;
          const timed = plausible({ ...event, atMs } as PhaseEvent, lagMs, state, outside);
          if (!timed) continue;
          const next = stepIn(state, timed, { ...SETTINGS, ...chosen });
          for (const effect of next.effects) outside.obey(effect);
          state = next.state;
          checkState(state, outside);
        }
      }),
      { numRuns: 2000 },
    );
  });

  it('lets time pass in every phase: no call lasts for ever without words', () => {
    fc.assert(
      fc.property(settings, fc.array(step, { maxLength: 30 }), fc.boolean(), (chosen, steps, isNoisy) => {
        const outside = new Outside();
        let state = INITIAL_STATE;
        let atMs = 0;
        const pass = (event: PhaseEvent): void => {
          const next = stepIn(state, event, { ...SETTINGS, ...chosen });
          for (const effect of next.effects) outside.obey(effect);
          state = next.state;
        };
        for (const { afterMs, lagMs, event } of [{ afterMs: 0, lagMs: 0, event: { type: 'answered' } }, ...steps]) {
          atMs += afterMs;
          const timed = plausible({ ...event, atMs } as PhaseEvent, lagMs, state, outside);
          if (timed) pass(timed);
        }
        if (state.phase.name === 'standing_by') pass({ type: 'given_back', atMs });
        // A detector that takes the noise of the line for a voice never lets go.
        if (isNoisy && !state.voice.active) pass({ type: 'voice_started', atMs, onsetMs: atMs, mayBeEcho: false });
        if (!isNoisy && state.voice.active) pass({ type: 'voice_stopped', atMs, untilMs: atMs, prosody: null });
        for (let ticks = 0; ticks < 10_000 && state.phase.name !== 'ended'; ticks += 1) {
          atMs += 20;
          pass({ type: 'time', atMs });
          const finished = plausible({ type: 'playout_finished', atMs }, 0, state, outside);
          if (finished) pass(finished);
          if (state.exchange.tools === 'running') pass({ type: 'tools_done', atMs, followUp: false });
        }
        expect(state.phase.name).toBe('ended');
      }),
      { numRuns: 200 },
    );
  });

  it('tells the same story twice', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
        const tell = () => {
          let state = INITIAL_STATE;
          let atMs = 0;
          return steps.flatMap(({ afterMs, event }) => {
            atMs += afterMs;
            const next = stepIn(state, { ...event, atMs } as PhaseEvent, SETTINGS);
            state = next.state;
            return next.effects;
          });
        };
        expect(tell()).toEqual(tell());
      }),
      { numRuns: 100 },
    );
  });
});

/** Leaves out what cannot happen: the end of a voice that has not begun, or of a speech that is not spoken. */
function plausible(event: PhaseEvent, lagMs: number, state: TurnState, outside: Outside): PhaseEvent | null {
  const pastMs = Math.max(state.voice.untilMs, event.atMs - lagMs);
  switch (event.type) {
    case 'voice_started':
      return state.voice.active ? null : { ...event, onsetMs: pastMs };
    case 'voice_stopped':
      return state.voice.active ? { ...event, untilMs: Math.max(state.voice.onsetMs, pastMs) } : null;
    case 'playout_started':
      return outside.isSpeaking && !outside.isDucked ? event : null;
    case 'playout_finished': {
      const hasBegun = state.phase.name !== 'overlapped' || state.phase.over.name !== 'thinking';
      if (!outside.isSpeaking || !hasBegun) return null;
      outside.isSpeaking = false;
      return event;
    }
    case 'reply_ended':
      return outside.isSpeaking ? event : null;
    case 'tools_done':
      return state.exchange.tools === 'running' ? event : null;
    default:
      return event;
  }
}
