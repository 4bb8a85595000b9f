import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { TimedWord } from '../conversation-event.ts';
import type { RecognizerReport } from '../hearing/recognizer-report.ts';
import { english, phraseSet } from '../testing/english.ts';
import type { TurnEvent } from './turn-event.ts';
import { advance, isFiled } from './turn-machine.ts';
import { INITIAL_STATE, type TurnSettings } from './turn-state.ts';

const phrases = phraseSet(english.pack.backchannels);
const SETTINGS: TurnSettings = {
  direction: 'inbound',
  hasFirstMessage: false,
  endpointingMs: 600,
  interruptionMs: 300,
  speculate: true,
  anticipates: true,
  language: english,
  backchannels: phrases,
  hesitations: phrases,
  demands: phrases,
  greetings: phrases,
  farewells: phrases,
  courtesies: phrases,
  detectVoicemail: false,
  leavesMessage: false,
  reminderMs: 7000,
  endMs: 10_000,
  maxReminders: 2,
  whileWaiting: 'phrases',
};

const text = fc.constantFrom('', 'yes', 'I would like', 'a table for two', 'stop calling me');
const startMs = fc.constantFrom(null, 0, 400, 2000, 9000);
const report: fc.Arbitrary<RecognizerReport> = fc.oneof(
  fc.record({ type: fc.constant('partial' as const), text, startMs, untilMs: startMs }),
  fc.record({ type: fc.constant('final' as const), text, startMs, words: fc.constant<TimedWord[]>([]) }),
  fc.record({ type: fc.constant('turn' as const), stage: fc.constantFrom('likely', 'resumed', 'over') }),
  fc.constant<RecognizerReport>({ type: 'lost' }),
  fc.record({ type: fc.constant('listens_again' as const), openFinals: fc.nat(2) }),
);
const LISTENS = { type: 'listens', endsTurns: false, tellsSoon: true, closedVocabulary: false, nextWordMs: 600 };
type Untimed = TurnEvent extends infer E ? (E extends TurnEvent ? Omit<E, 'atMs'> : never) : never;
const event: fc.Arbitrary<Untimed> = fc.oneof(
  { weight: 3, arbitrary: fc.constant<Untimed>({ type: 'time' } as Untimed) },
  { weight: 3, arbitrary: report.map((said) => ({ type: 'recognized', report: said, sent: [] }) as Untimed) },
  fc.constantFrom<Untimed[]>(
    { type: 'voice_started', onsetMs: 0 } as Untimed,
    { type: 'voice_stopped', untilMs: 0 } as Untimed,
    { type: 'playout_started' } as Untimed,
    { type: 'playout_finished' } as Untimed,
    { type: 'last_words', sent: [] } as Untimed,
    { type: 'recognized', report: LISTENS, sent: [] } as Untimed,
  ),
  text.map((heard) => ({ type: 'anticipated', untilMs: 0, text: heard === '' ? null : heard }) as Untimed),
);

function frozen<T>(value: T): T {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value) || value instanceof Map) return value;
  for (const part of Object.values(Object.freeze(value))) frozen(part);
  return value;
}

describe('the turn machine and the reports of recognizers', () => {
  it('changes nothing that it was given, files no turn without words, and all of it when nothing more will be known', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.constantFrom(0, 20, 300, 2000), event), { maxLength: 60 }), (story) => {
        let state = advance(INITIAL_STATE, { type: 'answered', atMs: 0 }, SETTINGS).state;
        let atMs = 0;
        let isSpeculating = false;
        for (const [afterMs, untimed] of story) {
          atMs += afterMs;
          const timed = { ...untimed, atMs } as TurnEvent;
          if (timed.type === 'voice_started') timed.onsetMs = atMs;
          if (timed.type === 'voice_stopped') timed.untilMs = atMs;
          if (timed.type === 'anticipated') timed.untilMs = state.voice.untilMs;
          const next = advance(frozen(state), timed, SETTINGS);
          for (const effect of next.effects) {
            if (effect.type === 'file_utterance' && effect.as !== 'unintelligible') expect(effect.text).not.toBe('');
            if (effect.type === 'speculate') expect(isSpeculating, 'two speculations at once').toBe(false);
            if (effect.type === 'speculate') isSpeculating = true;
            if (effect.type === 'discard_speculation' || effect.type === 'reply') isSpeculating = false;
          }
          expect(next.state.speculated !== null).toBe(isSpeculating);
          state = next.state;
        }
        const over = advance(state, { type: 'unheard', atMs }, SETTINGS).state;
        expect(isFiled(over)).toBe(true);
        expect(over.hearing.closed).toEqual([]);
      }),
      { numRuns: 500 },
    );
  });
});
