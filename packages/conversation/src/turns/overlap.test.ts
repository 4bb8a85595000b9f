import { describe, expect, it } from 'vitest';
import { english, phraseSet } from '../testing/english.ts';
import { judgeOverlap, type Overlap } from './overlap.ts';

const rules = {
  interruptionMs: 300,
  backchannels: phraseSet(english.pack.backchannels),
  writing: english.writing,
};
const GOING_ON: Overlap = { voiceActive: true, voicedMs: 0, silenceMs: 0, text: '', settled: false, unheard: false };
const OVER: Overlap = { ...GOING_ON, voiceActive: false };
const judge = (overlap: Overlap) => judgeOverlap(overlap, rules);

describe('a voice that goes on', () => {
  it.each([
    ['', 700, 'wait'],
    ['', 720, 'interrupt'],
    ['wait a', 280, 'wait'],
    ['wait a', 300, 'interrupt'],
    ['wait', 300, 'wait'],
    ['wait', 720, 'interrupt'],
    ['yeah', 1500, 'wait'],
    ['yeah', 1520, 'interrupt'],
    ['yeah but', 300, 'interrupt'],
    ['I', 400, 'wait'],
    ['I', 1520, 'interrupt'],
  ] as const)('with "%s" after %i ms: %s', (text, voicedMs, verdict) => {
    expect(judge({ ...GOING_ON, text, voicedMs })).toBe(verdict);
  });
});

describe('a voice that is over', () => {
  it.each([
    ['a click', { voicedMs: 40, silenceMs: 180 }, 'wait'],
    ['a click', { voicedMs: 40, silenceMs: 200 }, 'resume'],
    ['a noise', { voicedMs: 300, silenceMs: 440 }, 'wait'],
    ['a noise', { voicedMs: 300, silenceMs: 460 }, 'resume'],
    ['a voice that the recognizer has not listened to yet', { voicedMs: 300, silenceMs: 1000, unheard: true }, 'wait'],
    ['one that it never will', { voicedMs: 300, silenceMs: 2500, unheard: true }, 'resume'],
    ['a noise that the recognizer confirms', { voicedMs: 300, silenceMs: 40, settled: true }, 'resume'],
    ['a backchannel', { voicedMs: 300, silenceMs: 180, text: 'okay' }, 'wait'],
    ['a backchannel', { voicedMs: 300, silenceMs: 200, text: 'okay' }, 'resume'],
    ['one word', { voicedMs: 200, silenceMs: 40, text: 'no' }, 'wait'],
    ['one word that is certain', { voicedMs: 200, silenceMs: 160, text: 'no', settled: true }, 'interrupt'],
    ['one word that nobody takes back', { voicedMs: 200, silenceMs: 460, text: 'no' }, 'interrupt'],
    ['two words', { voicedMs: 400, silenceMs: 40, text: 'no wait' }, 'interrupt'],
    ['a word of two that may follow', { voicedMs: 200, silenceMs: 40, text: 'I' }, 'wait'],
    ['a word that nothing followed', { voicedMs: 200, silenceMs: 40, text: 'I', settled: true }, 'interrupt'],
  ] as const)('%s: %o → %s', (_, known, verdict) => expect(judge({ ...OVER, ...known })).toBe(verdict));
});
