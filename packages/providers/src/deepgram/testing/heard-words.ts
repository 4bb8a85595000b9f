import type { HeardSpeech } from '../../testing/conformance/speech-to-text-fixture.ts';

/** Words as Deepgram lists them, in seconds: they share the time of the speech. */
export function wordsOf({ text, startMs, endMs }: HeardSpeech): object[] {
  const words = text.split(' ').filter((word) => word !== '');
  const eachMs = (endMs - startMs) / words.length;
  return words.map((word, index) => ({
    word: word.toLowerCase().replace(/[^\p{L}\p{N}]/gu, ''),
    punctuated_word: word,
    start: (startMs + index * eachMs) / 1000,
    end: (startMs + (index + 1) * eachMs) / 1000,
    confidence: 0.98,
  }));
}
