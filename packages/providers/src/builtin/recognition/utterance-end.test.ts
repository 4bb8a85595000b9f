import { expect, it } from 'vitest';
import { NgramModel } from './ngram-model.ts';
import { utteranceEnd } from './utterance-end.ts';

const sentences = ['i need a table for two', 'my number is five five five', 'yes please', 'where is the station'];
const model = new NgramModel(sentences.map((text) => ({ words: text.split(' '), weight: 1, whole: true })));

/** @param cost of an end, as a difference of log likelihoods */
const end = (text: string, cost: number, voiceMs = 1500): number =>
  utteranceEnd({ words: text.split(' '), score: -5000, endScore: -5000 - cost, soundMs: voiceMs + 500 }, model)
    .probability;

it('is likely where a sentence that is expected ends', () => {
  expect(end('i need a table for two', 10)).toBeGreaterThan(0.6);
  expect(end('i need a', 300, 600)).toBeLessThan(0.2);
});

it('is judged by the cost of an end where the words are wrong', () => {
  const wrong = 'the station need five yes';
  expect(end(wrong, 10)).toBeGreaterThan(end(wrong, 100));
  expect(end(wrong, 100)).toBeGreaterThan(end(wrong, 400));
});

it('is less likely behind a digit, of which another may follow', () => {
  expect(end('my number is five five five', 10)).toBeLessThan(end('where is the station', 10));
});

it('is known of an utterance without words, too', () => {
  const [low, high] = [1500, 0].map(
    (cost) => utteranceEnd({ words: [], score: -5000, endScore: -5000 - cost, soundMs: 2000 }, model).probability,
  );
  expect(low).toBeLessThan(high!);
});
