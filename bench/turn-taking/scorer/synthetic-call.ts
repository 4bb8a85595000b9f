import { seededRandom } from '@parley/audio/testing';
import type { ConversationResult } from '@parley/conversation';
import type { Expectation, Sound, TestCase } from '../cases/test-case.ts';
import type { RecordedCall } from '../recorded-call.ts';
import { samplesOf } from './verdict.ts';

const WORD_MS = 300;
const GAP_MS = 40;
const SENTENCE_GAP_MS = 400;

/** What the agent's channel carries from a time on: a part of a text's sound, as loud as `gainDb` says. */
interface Sent {
  atMs: number;
  text: number;
  fromMs: number;
  untilMs: number;
  gainDb?: number;
}

/** Every word is a noise of its own, 300 ms long, 40 ms from the next, and 400 where a sentence ends. */
function soundOf(text: string) {
  let endMs = 0;
  const words = text.split(' ').map((word) => {
    const startMs = endMs;
    endMs += WORD_MS + (word.endsWith('.') ? SENTENCE_GAP_MS : GAP_MS);
    return { text: word, startMs, endMs: startMs + WORD_MS };
  });
  const samples = new Int16Array(samplesOf(endMs));
  for (const { text: word, startMs } of words) {
    const random = seededRandom([...word].reduce((sum, letter) => sum * 31 + letter.codePointAt(0)!, 7));
    for (let index = 0; index < samplesOf(WORD_MS); index += 1)
      samples[samplesOf(startMs) + index] = Math.round((random() - 0.5) * 8000);
  }
  return { samples, words };
}

export interface SyntheticCall {
  /** Each is a reply of the model, and is served at once. */
  texts: string[];
  sent: Sent[];
  stimulus: { atMs: number; durationMs: number; expects: Expectation; parts?: number; secondPartMs?: number };
  turns?: ConversationResult['turns'];
  lengthMs?: number;
}

/** A recording in which everything is where it was put: what the scorer has to find. */
export function syntheticCall({ texts, sent, stimulus, turns = [], lengthMs = 12_000 }: SyntheticCall): RecordedCall {
  const sounds = texts.map(soundOf);
  const agent = new Int16Array(samplesOf(lengthMs));
  for (const { atMs, text, fromMs, untilMs, gainDb = 0 } of sent) {
    const part = sounds[text]!.samples.subarray(samplesOf(fromMs), samplesOf(untilMs));
    agent.set(
      part.map((sample) => sample * 10 ** (gainDb / 20)),
      samplesOf(atMs),
    );
  }
  const parts = Array.from({ length: stimulus.parts ?? 1 }, (_, index) => ({
    ...{ synthesizer: 'espeak' as const, voice: '', pitch: 0, rate: 0 },
    text: String(index),
  }));
  const sound: Sound = { type: 'speech', parts, gapsMs: [], levelDbov: -20 };
  const testCase: TestCase = {
    ...{ id: 'case', class: 'interruption', part: 'tuning', detail: '', isHeard: true, sound },
    moment: { when: 'over', afterMs: 0 },
    expects: stimulus.expects,
    ...(stimulus.secondPartMs === undefined ? {} : { claimsLate: true }),
  };
  const words = [0, stimulus.secondPartMs ?? 0].map((afterMs, index) => ({
    text: String(index),
    ...{ startMs: stimulus.atMs + afterMs, endMs: stimulus.atMs + afterMs + 100 },
  }));
  const onset = samplesOf(stimulus.atMs);
  return {
    id: 'call',
    caller: new Int16Array(agent.length),
    agent,
    stimuli: [{ testCase, onset, end: onset + samplesOf(stimulus.durationMs), words }],
    replies: texts.map((text) => ({ text, atMs: 0 })),
    clauses: texts.map((text, index) => ({ text, ...sounds[index]!, atMs: 0 })),
    turns,
  };
}

/** So many words that are all different. */
export const wordsFrom = (name: string, count: number): string =>
  Array.from({ length: count }, (_, index) => `${name}${index}`).join(' ');
