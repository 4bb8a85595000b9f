import { beforeEach, describe, expect, it } from 'vitest';
import { wordsOf } from '../testing/heard-words.ts';
import { RecordedPort } from '../testing/recorded-port.ts';
import { FINAL_LIMIT_MS } from './listen-dialogue.ts';
import { NovaDialogue } from './nova-dialogue.ts';

let port: RecordedPort;
let dialogue: NovaDialogue;

beforeEach(() => {
  port = new RecordedPort();
  dialogue = new NovaDialogue(port);
});

interface Results {
  text: string;
  /** The words. */
  startMs: number;
  endMs: number;
  /** The part of the stream that the results are of. */
  fromMs?: number;
  untilMs?: number;
  isFinal?: boolean;
  fromFinalize?: boolean;
  languages?: string[];
}

function hear({ text, startMs, endMs, fromMs = startMs, untilMs = endMs, ...results }: Results): void {
  const { isFinal = false, fromFinalize = false, languages } = results;
  const words = wordsOf({ text, startMs, endMs });
  dialogue.receive({
    type: 'Results',
    channel_index: [0, 1],
    start: fromMs / 1000,
    duration: (untilMs - fromMs) / 1000,
    is_final: isFinal,
    speech_final: false,
    from_finalize: fromFinalize,
    channel: { alternatives: [{ transcript: text, confidence: 0.9, words, ...(languages && { languages }) }] },
  });
}

const answer = (results: Results): void => hear({ ...results, isFinal: true, fromFinalize: true });

function pass(ms: number): void {
  port.timeMs += ms;
  dialogue.advance();
}

describe('an utterance', () => {
  it('grows by segments that stay and words that may change, and is one final', () => {
    hear({ text: 'my number', startMs: 0, endMs: 900 });
    hear({ text: 'My number is', startMs: 0, endMs: 1200, isFinal: true });
    hear({ text: 'five five', startMs: 1300, endMs: 2000 });
    expect(port.take()).toEqual([
      { type: 'partial', text: 'my number', startMs: 0, untilMs: null, wordsEndMs: 900 },
      { type: 'partial', text: 'My number is', startMs: 0, untilMs: null, wordsEndMs: 1200 },
      { type: 'partial', text: 'My number is five five', startMs: 0, untilMs: null, wordsEndMs: 2000 },
    ]);
    dialogue.finalize(2400);
    expect(port.sent).toEqual([{ type: 'Finalize' }]);
    answer({ text: '555.', startMs: 1300, endMs: 2000, fromMs: 1200, untilMs: 2400 });
    const [final] = port.take();
    expect(final).toMatchObject({ type: 'final', text: 'My number is 555.', startMs: 0 });
    expect(final).toMatchObject({
      words: [{ text: 'My' }, { text: 'number' }, { text: 'is' }, { text: '555.', startMs: 1300, endMs: 2000 }],
    });
  });

  it('tells no end of its last word that lies beyond what was listened to', () => {
    hear({ text: 'five five', startMs: 1300, endMs: 2300, fromMs: 1200, untilMs: 2000 });
    expect(port.take()).toMatchObject([{ type: 'partial', text: 'five five', wordsEndMs: 2000 }]);
  });

  it('has the start at which it was first heard, though its words move', () => {
    hear({ text: 'yes', startMs: 620, endMs: 900 });
    hear({ text: 'yes', startMs: 580, endMs: 900 });
    expect(port.take()).toMatchObject([{ startMs: 620 }, { startMs: 620 }]);
  });

  it('is empty where nothing was heard', () => {
    dialogue.finalize(1000);
    answer({ text: '', startMs: 0, endMs: 1000 });
    expect(port.take()).toEqual([{ type: 'final', text: '', words: [], startMs: null }]);
  });

  it('is not changed by results without words', () => {
    hear({ text: 'yes', startMs: 600, endMs: 900 });
    hear({ text: '', startMs: 900, endMs: 1900 });
    hear({ text: '', startMs: 900, endMs: 1900, isFinal: true });
    expect(port.take()).toHaveLength(1);
  });

  it('begins where the one before was ended, though a word may be dated before that', () => {
    dialogue.finalize(1000);
    answer({ text: 'first', startMs: 0, endMs: 1000 });
    port.take();
    hear({ text: 'second', startMs: 980, endMs: 1500, fromMs: 980 });
    expect(port.take()).toEqual([{ type: 'partial', text: 'second', startMs: 980, untilMs: null, wordsEndMs: 1500 }]);
  });
});

describe('a Finalize without an answer', () => {
  it('is given up in time, with what was heard until then', () => {
    hear({ text: 'hello', startMs: 100, endMs: 600 });
    dialogue.finalize(800);
    port.take();
    pass(FINAL_LIMIT_MS - 1);
    expect(port.take()).toEqual([]);
    pass(1);
    expect(port.take()).toEqual([{ type: 'final', text: 'hello', words: [], startMs: 100 }]);
    pass(FINAL_LIMIT_MS);
    expect(port.take()).toEqual([]);
  });

  it('has another final when its words come after all', () => {
    dialogue.finalize(800);
    pass(FINAL_LIMIT_MS);
    expect(port.take()).toMatchObject([{ text: '' }]);
    answer({ text: 'hello there', startMs: 100, endMs: 700, fromMs: 0, untilMs: 800 });
    expect(port.take()).toMatchObject([{ type: 'final', text: 'hello there', startMs: 100 }]);
  });

  it('is answered by the answer to the next one', () => {
    dialogue.finalize(1000);
    dialogue.finalize(3000);
    answer({ text: 'second', startMs: 2000, endMs: 2900, fromMs: 1000, untilMs: 3000 });
    expect(port.take()).toMatchObject([
      { type: 'final', text: '', startMs: null },
      { type: 'final', text: 'second', startMs: 2000 },
    ]);
  });

  it('does not take the words that are said meanwhile', () => {
    dialogue.finalize(1000);
    hear({ text: 'new words', startMs: 1500, endMs: 2000, fromMs: 0 });
    expect(port.take()).toMatchObject([{ type: 'partial', startMs: 1500 }]);
    answer({ text: 'old words', startMs: 100, endMs: 900, fromMs: 0, untilMs: 1000 });
    expect(port.take()).toMatchObject([{ type: 'final', text: 'old words', startMs: 100 }]);
    hear({ text: 'new words come', startMs: 1500, endMs: 2500, fromMs: 1000 });
    expect(port.take()).toMatchObject([{ type: 'partial', text: 'new words come', startMs: 1500 }]);
  });
});

describe('the end of an utterance that no detector hears', () => {
  it('is the second without a word', () => {
    hear({ text: 'in a noisy street', startMs: 0, endMs: 2000 });
    dialogue.receive({ type: 'UtteranceEnd', channel: [0, 1], last_word_end: 2 });
    expect(port.sent).toEqual([{ type: 'Finalize' }]);
    port.take();
    answer({ text: 'In a noisy street.', startMs: 0, endMs: 2000, fromMs: 0, untilMs: 3100 });
    expect(port.take()).toMatchObject([{ type: 'final', text: 'In a noisy street.' }]);
  });

  it('ends nothing when nothing was said since', () => {
    dialogue.receive({ type: 'UtteranceEnd', channel: [0, 1], last_word_end: 2 });
    expect(port.sent).toEqual([]);
  });
});

it('tells the language when it changes', () => {
  for (const languages of [['es'], ['es', 'en'], ['en']])
    hear({ text: 'hola', startMs: 0, endMs: 500, isFinal: true, languages });
  const told = port.take().filter(({ type }) => type === 'language');
  expect(told).toEqual([
    { type: 'language', language: 'es' },
    { type: 'language', language: 'en' },
  ]);
});

it('fails with what the vendor says, and passes over what it does not know', () => {
  dialogue.receive({ type: 'Metadata', request_id: '1' });
  dialogue.receive({ type: 'SpeechStarted', channel: [0], timestamp: 1 });
  dialogue.receive('nothing');
  dialogue.receive({ type: 'Results' });
  expect(() => dialogue.receive({ type: 'Error', description: 'The audio cannot be decoded' })).toThrow('decoded');
  expect(port.take()).toEqual([]);
});

it('remembers few utterances', () => {
  for (let endMs = 1000; endMs <= 100_000; endMs += 1000) {
    dialogue.finalize(endMs);
    answer({ text: 'yes', startMs: endMs - 500, endMs: endMs - 100, fromMs: endMs - 1000, untilMs: endMs });
  }
  expect(port.take().filter((event) => event.type === 'final' && event.text === 'yes')).toHaveLength(100);
  hear({ text: 'too late', startMs: 500, endMs: 900, fromMs: 0, isFinal: true });
  // Taken for the oldest one that is still known.
  expect(port.take()).toMatchObject([{ type: 'final', startMs: 92_500 }]);
});
