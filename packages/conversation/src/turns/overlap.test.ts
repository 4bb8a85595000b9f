import { describe, expect, it } from 'vitest';
import { english, phraseSet } from '../testing/english.ts';
import { judgeOverlap, type Overlap } from './overlap.ts';

const rules = {
  interruptionMs: 300,
  backchannels: phraseSet(english.pack.backchannels),
  hesitations: phraseSet(english.pack.hesitations),
  demands: phraseSet(['stop', 'hold on', 'a moment']),
  writing: english.writing,
};
const GOING_ON: Overlap = {
  voiceActive: true,
  voicedMs: 0,
  stretchMs: 0,
  breathMs: 0,
  clearMs: 0,
  untoldMs: 0,
  silenceMs: 0,
  speech: 1,
  text: '',
  sinceTextMs: 0,
  settled: false,
  unheard: false,
  tellsSoon: false,
  newest: 'stays',
};
const OVER: Overlap = { ...GOING_ON, voiceActive: false };
const judge = (overlap: Overlap) => judgeOverlap(overlap, rules);

describe('a voice that goes on', () => {
  it.each([
    ['', { voicedMs: 720 }, 'wait'],
    ['', { voicedMs: 740 }, 'interrupt'],
    ['', { voicedMs: 1420, stretchMs: 1400, tellsSoon: true }, 'wait'],
    ['', { voicedMs: 1420, stretchMs: 1420, tellsSoon: true }, 'interrupt'],
    ['', { voicedMs: 2400, stretchMs: 300, tellsSoon: true }, 'wait'],
    ['', { voicedMs: 1980, speech: 0.5 }, 'wait'],
    ['', { voicedMs: 2000, speech: 0.5 }, 'resume'],
    ['', { voicedMs: 280, breathMs: 280, speech: 0.1 }, 'wait'],
    ['', { voicedMs: 300, breathMs: 300, speech: 0.1 }, 'resume'],
    // Another sound behind the first one, just begun.
    ['', { voicedMs: 600, breathMs: 80, speech: 0 }, 'wait'],
    ['wait a', { voicedMs: 280 }, 'wait'],
    ['wait a', { voicedMs: 300 }, 'interrupt'],
    ['wait', { voicedMs: 300 }, 'interrupt'],
    ['wait', { voicedMs: 700, speech: 0.5 }, 'wait'],
    ['wait', { voicedMs: 720, speech: 0.5 }, 'interrupt'],
    ['wait', { voicedMs: 280, breathMs: 280, speech: 0.1 }, 'wait'],
    ['wait', { voicedMs: 300, breathMs: 300, speech: 0.1 }, 'resume'],
    ['wait a', { voicedMs: 300, breathMs: 300, speech: 0.1 }, 'interrupt'],
    ['hold', { voicedMs: 300, breathMs: 300, speech: 0.1 }, 'interrupt'],
    ['a', { voicedMs: 300, breathMs: 300, speech: 0.1 }, 'resume'],
    ['stop', { voicedMs: 280, breathMs: 280, speech: 0.1 }, 'wait'],
    ['stop', { voicedMs: 300, breathMs: 300, speech: 0.1 }, 'interrupt'],
    ['stop', { voicedMs: 300, speech: 0.5 }, 'interrupt'],
    ['yeah', { voicedMs: 4000 }, 'wait'],
    ['yeah', { voicedMs: 2000, sinceTextMs: 920 }, 'interrupt'],
    ['yeah', { voicedMs: 2000, sinceTextMs: 920, speech: 0.5 }, 'resume'],
    ['yeah but', { voicedMs: 300 }, 'interrupt'],
    ['so', { voicedMs: 300 }, 'interrupt'],
    ['um', { voicedMs: 680, stretchMs: 200 }, 'wait'],
    ['um', { voicedMs: 800, stretchMs: 120 }, 'wait'],
    ['um', { voicedMs: 700, stretchMs: 140 }, 'interrupt'],
    ['um', { voicedMs: 900, stretchMs: 200, speech: 0.5 }, 'wait'],
    ['um', { voicedMs: 900, stretchMs: 300, speech: 0.1 }, 'resume'],
    ['um that', { voicedMs: 680, stretchMs: 400 }, 'wait'],
    ['um that', { voicedMs: 700, stretchMs: 400 }, 'interrupt'],
    ['um that', { voicedMs: 700, stretchMs: 400, speech: 0.5 }, 'wait'],
    ['that', { voicedMs: 700, stretchMs: 400 }, 'wait'],
    ['yeah', { voicedMs: 900, untoldMs: 720 }, 'wait'],
    ['yeah', { voicedMs: 900, untoldMs: 740 }, 'interrupt'],
    ['yeah', { voicedMs: 900, untoldMs: 740, speech: 0.5 }, 'wait'],
    ['oh', { voicedMs: 1300, untoldMs: 1080, tellsSoon: true }, 'wait'],
    ['oh', { voicedMs: 1400, untoldMs: 1120, tellsSoon: true }, 'interrupt'],
    ['I', { voicedMs: 900 }, 'wait'],
    ['I', { voicedMs: 920 }, 'interrupt'],
    ['makes', { voicedMs: 1300 }, 'wait'],
    ['makes', { voicedMs: 1320 }, 'interrupt'],
    ['I', { voicedMs: 920, speech: 0.5 }, 'wait'],
    ['I', { voicedMs: 1520, speech: 0.5 }, 'interrupt'],
  ] as const)('with "%s", %o: %s', (text, known, verdict) => {
    expect(judge({ ...GOING_ON, text, ...known })).toBe(verdict);
  });
});

describe('the newest word', () => {
  const heard = { voicedMs: 400, newest: 'may_change' } as const;
  it.each([
    ['what wants the floor by it alone silences the agent', 'rooms', heard, 'stop_short'],
    ['so behind a listener’s', 'yeah to', heard, 'stop_short'],
    ['and behind what may become one', 'I can', heard, 'stop_short'],
    ['two words do not hang on it', 'to rooms', heard, 'interrupt'],
    ['a demand is believed at once', 'stop', heard, 'interrupt'],
    ['so is a final', 'rooms', { ...heard, settled: true }, 'interrupt'],
    ['what may be no speech is waited for', 'rooms', { ...heard, speech: 0.5 }, 'wait'],
    ['one that stays', 'rooms', { ...heard, newest: 'stays' }, 'interrupt'],
    ['one that often changes', 'rooms', { ...heard, newest: 'often_changes' }, 'wait'],
    [
      'two words of a recognizer that often takes them back',
      'to rooms',
      { ...heard, newest: 'often_changes' },
      'interrupt',
    ],
  ] as const)('%s', (_, text, known, verdict) => expect(judge({ ...GOING_ON, text, ...known })).toBe(verdict));
});

describe('a voice that is over', () => {
  it.each([
    ['a noise', { voicedMs: 300, silenceMs: 180, speech: 0.1 }, 'wait'],
    ['a noise', { voicedMs: 300, silenceMs: 200, speech: 0.1 }, 'resume'],
    ['a voice', { voicedMs: 300, silenceMs: 440 }, 'wait'],
    ['an "um"', { voicedMs: 300, silenceMs: 640, text: 'um' }, 'wait'],
    ['an "um" that nothing follows', { voicedMs: 300, silenceMs: 660, text: 'um' }, 'resume'],
    ['a "so"', { voicedMs: 240, silenceMs: 100, text: 'so' }, 'interrupt'],
    ['a voice', { voicedMs: 300, silenceMs: 460 }, 'resume'],
    ['a voice that the recognizer has not listened to yet', { voicedMs: 300, silenceMs: 1000, unheard: true }, 'wait'],
    ['one that it never will', { voicedMs: 300, silenceMs: 2500, unheard: true }, 'resume'],
    ['a noise that the recognizer confirms', { voicedMs: 300, silenceMs: 40, settled: true }, 'resume'],
    ['a backchannel', { voicedMs: 300, silenceMs: 180, text: 'okay' }, 'wait'],
    ['a backchannel', { voicedMs: 300, silenceMs: 200, text: 'okay' }, 'resume'],
    ['one word', { voicedMs: 200, silenceMs: 40, text: 'no' }, 'interrupt'],
    ['one word of what may be a noise', { voicedMs: 200, silenceMs: 160, text: 'no', speech: 0.5 }, 'wait'],
    ['one word that is not taken back', { voicedMs: 200, silenceMs: 460, text: 'no', speech: 0.5 }, 'interrupt'],
    ['one word of a noise', { voicedMs: 200, silenceMs: 460, text: 'no', speech: 0.1 }, 'resume'],
    [
      'one word that is certain',
      { voicedMs: 200, silenceMs: 160, text: 'no', speech: 0.5, settled: true },
      'interrupt',
    ],
    ['two words', { voicedMs: 400, silenceMs: 40, text: 'no wait' }, 'interrupt'],
    ['a word of two that may follow', { voicedMs: 200, silenceMs: 1480, text: 'I' }, 'wait'],
    ['a word of two that never came', { voicedMs: 200, silenceMs: 1500, text: 'I' }, 'resume'],
    ['a word that nothing followed', { voicedMs: 200, silenceMs: 40, text: 'I', settled: true }, 'resume'],
    ['a piece and a backchannel', { voicedMs: 200, silenceMs: 40, text: 'I mm-hmm', settled: true }, 'resume'],
    ['a word of its own', { voicedMs: 200, silenceMs: 40, text: 'Thursday', settled: true }, 'interrupt'],
  ] as const)('%s: %o → %s', (_, known, verdict) => expect(judge({ ...OVER, ...known })).toBe(verdict));
});
