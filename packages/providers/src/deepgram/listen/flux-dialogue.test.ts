import { beforeEach, describe, expect, it } from 'vitest';
import { wordsOf } from '../testing/heard-words.ts';
import { RecordedPort } from '../testing/recorded-port.ts';
import { FluxDialogue } from './flux-dialogue.ts';
import { FINAL_LIMIT_MS } from './listen-dialogue.ts';

let port: RecordedPort;
let dialogue: FluxDialogue;
let writtenMs: number;

beforeEach(() => {
  port = new RecordedPort();
  dialogue = new FluxDialogue(port);
  writtenMs = 0;
});

interface TurnInfo {
  index?: number;
  text?: string;
  startMs?: number;
  endMs?: number;
  windowMs?: number;
  isTimed?: boolean;
  [field: string]: unknown;
}

function turn(event: string, info: TurnInfo = {}): void {
  const {
    index = 0,
    text = 'I need help',
    startMs = 500,
    endMs = 1500,
    windowMs = 0,
    isTimed = true,
    ...fields
  } = info;
  const words = wordsOf({ text, startMs, endMs }) as { word: string }[];
  dialogue.receive({
    type: 'TurnInfo',
    event,
    turn_index: index,
    audio_window_start: windowMs / 1000,
    audio_window_end: endMs / 1000,
    transcript: text,
    words: isTimed ? words : words.map(({ word }) => ({ word, confidence: 0.9 })),
    end_of_turn_confidence: 0.4,
    sequence_id: 1,
    ...fields,
  });
}

function write(ms: number, voiced: boolean): void {
  for (const endMs = writtenMs + ms; writtenMs < endMs; ) {
    writtenMs += 20;
    dialogue.advance(writtenMs, voiced);
  }
}

describe('a turn', () => {
  it('comes as it grows, with the judgement of the model', () => {
    turn('StartOfTurn', { text: 'I' });
    turn('Update', { text: 'I need' });
    turn('Update', { text: 'I need' });
    turn('EagerEndOfTurn', { text: 'I need help' });
    turn('TurnResumed', { text: 'I need help with' });
    turn('EagerEndOfTurn', { text: 'I need help with' });
    turn('EndOfTurn', { text: 'I need help with', trigger: 'model' });
    expect(port.take()).toMatchObject([
      { type: 'partial', text: 'I', startMs: 500 },
      { type: 'partial', text: 'I need', startMs: 500 },
      { type: 'partial', text: 'I need help', startMs: 500 },
      { type: 'turn', stage: 'likely' },
      { type: 'partial', text: 'I need help with', startMs: 500 },
      { type: 'turn', stage: 'resumed' },
      { type: 'turn', stage: 'likely' },
      { type: 'final', text: 'I need help with', startMs: 500 },
      { type: 'turn', stage: 'over' },
    ]);
  });

  it('tells where its last word ends, where its words have times', () => {
    turn('Update', { text: 'I need', startMs: 500, endMs: 1100 });
    turn('Update', { text: 'I need help', isTimed: false });
    expect(port.take()).toEqual([
      { type: 'partial', text: 'I need', startMs: 500, untilMs: null, wordsEndMs: 1100 },
      { type: 'partial', text: 'I need help', startMs: 500, untilMs: null },
    ]);
  });

  it('is not reported while nothing is said', () => {
    turn('Update', { text: '', startMs: 0, endMs: 250 });
    turn('Update', { text: '', startMs: 0, endMs: 500 });
    expect(port.take()).toEqual([]);
  });

  it('starts with the first voice where its words have no times', () => {
    write(400, false);
    write(1000, true);
    turn('StartOfTurn', { isTimed: false });
    expect(port.take()).toMatchObject([{ type: 'partial', startMs: 400 }]);
    turn('EndOfTurn', { isTimed: false, endMs: 1400 });
    expect(port.take()[0]).toMatchObject({ type: 'final', startMs: 400, words: [] });
    write(600, false);
    write(500, true);
    turn('StartOfTurn', { isTimed: false, index: 1, windowMs: 1400 });
    expect(port.take()).toMatchObject([{ type: 'partial', startMs: 2000 }]);
  });

  it('starts where its window does when the voice went on', () => {
    write(1000, true);
    turn('EndOfTurn', { isTimed: false, endMs: 600 });
    port.take();
    turn('StartOfTurn', { isTimed: false, index: 1, windowMs: 600 });
    expect(port.take()).toMatchObject([{ startMs: 600 }]);
  });
});

describe('a final that is asked for', () => {
  it('forces the end, which is no judgement of the model', () => {
    write(1500, true);
    turn('StartOfTurn');
    port.take();
    dialogue.finalize(1500);
    expect(port.sent).toEqual([{ type: 'ForceEndTurn' }]);
    turn('EndOfTurn', { trigger: 'manual' });
    expect(port.take().map(({ type }) => type)).toEqual(['final']);
    port.timeMs += FINAL_LIMIT_MS;
    write(20, false);
    expect(port.take()).toEqual([]);
  });

  it('comes at once when the turn is over already', () => {
    write(1500, true);
    turn('StartOfTurn');
    turn('EndOfTurn', { trigger: 'model', endMs: 1700 });
    write(300, false);
    port.take();
    dialogue.finalize(1800);
    expect(port.take()).toEqual([{ type: 'final', text: '', words: [], startMs: null }]);
    expect(port.sent).toEqual([]);
  });

  it('comes in time when no turn is known of: it is ignored then', () => {
    write(500, true);
    dialogue.finalize(500);
    expect(port.sent).toEqual([{ type: 'ForceEndTurn' }]);
    write(2000, false);
    expect(port.take()).toEqual([]);
    port.timeMs += FINAL_LIMIT_MS;
    write(20, false);
    expect(port.take()).toEqual([{ type: 'final', text: '', words: [], startMs: null }]);
  });

  it('has what was heard when the end does not come, and once more when it does', () => {
    write(1500, true);
    turn('StartOfTurn', { text: 'I need' });
    dialogue.finalize(1500);
    port.take();
    port.timeMs += FINAL_LIMIT_MS;
    write(20, false);
    expect(port.take()).toEqual([{ type: 'final', text: 'I need', words: [], startMs: 500 }]);
    turn('EndOfTurn', { text: 'I need help', trigger: 'manual' });
    expect(port.take()).toMatchObject([{ type: 'final', text: 'I need help', startMs: 500 }]);
  });
});

it('tells the language when it changes', () => {
  turn('EndOfTurn', { languages: ['es', 'en'] });
  turn('EndOfTurn', { index: 1, languages: ['es'] });
  turn('EndOfTurn', { index: 2, languages: ['en'] });
  expect(port.take().filter(({ type }) => type === 'language')).toEqual([
    { type: 'language', language: 'es' },
    { type: 'language', language: 'en' },
  ]);
});

it('fails with what the vendor says, and passes over what it does not know', () => {
  dialogue.receive({ type: 'Connected', request_id: '1', sequence_id: 0 });
  dialogue.receive({ type: 'ConfigureSuccess' });
  dialogue.receive(null);
  expect(() => dialogue.receive({ type: 'Error', code: 'INTERNAL', description: 'It broke' })).toThrow(
    'INTERNAL It broke',
  );
});
