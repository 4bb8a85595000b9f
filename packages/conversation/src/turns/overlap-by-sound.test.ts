import { describe, expect, it } from 'vitest';
import { english, phraseSet } from '../testing/english.ts';
import { judgeBySound } from './overlap-by-sound.ts';

const GOING_ON = {
  voiceActive: true,
  voicedMs: 300,
  breathMs: 300,
  clearMs: 1000,
  silenceMs: 0,
  speech: 1,
  text: '',
  settled: false,
  unheard: false,
  latestText: '',
  interjection: null as string | null,
  understood: null as boolean | null,
  confidence: 0,
};
const OVER = { ...GOING_ON, voiceActive: false };
const sentence = { settled: true, text: 'two can i s it', interjection: 'sure' };
const rules = { demands: phraseSet(['stop']), tolerated: phraseSet(['sure', 'i see']), writing: english.writing };

describe('a voice that goes on', () => {
  it.each([
    ['short', { breathMs: 900 }, 'wait'],
    ['longer than listeners say', { breathMs: 920 }, 'interrupt'],
    ['as long, of which nothing but what listeners say is heard', { breathMs: 1400, latestText: 'sure sure' }, 'wait'],
    ['longer than that, too', { breathMs: 1420, latestText: 'sure sure' }, 'interrupt'],
    ['as long, with more behind a listener’s word', { breathMs: 920, latestText: 'sure it' }, 'interrupt'],
    ['as long, clear for a moment', { breathMs: 920, clearMs: 480 }, 'wait'],
    ['as long, clear for long enough', { breathMs: 920, clearMs: 500 }, 'interrupt'],
    ['long by a pause alone', { voicedMs: 1900, breathMs: 400 }, 'wait'],
    ['hardly a voice', { voicedMs: 300, breathMs: 900, speech: 0.1 }, 'resume'],
    ['too short to be known for a noise', { voicedMs: 280, speech: 0.1 }, 'wait'],
    ['uncertain', { voicedMs: 1980, breathMs: 1980, speech: 0.5 }, 'wait'],
    ['uncertain for ever', { voicedMs: 2000, breathMs: 2000, speech: 0.5 }, 'resume'],
    ['understood as a listener’s, drawn out', { breathMs: 1900, latestText: 'i see', understood: true }, 'wait'],
    [
      'understood as a listener’s, for too long',
      { breathMs: 2520, latestText: 'i see', understood: true },
      'interrupt',
    ],
    ['surely without a word: “hmm”', { breathMs: 1440, understood: true }, 'wait'],
    ['surely without a word for longer', { breathMs: 1460, understood: true }, 'interrupt'],
    ['not understood, where it might be', { breathMs: 1400, understood: false }, 'wait'],
    ['not understood for longer', { breathMs: 1420, understood: false }, 'interrupt'],
    [
      'with two words that are no listener’s',
      { breathMs: 1220, latestText: 'what is', understood: true, confidence: 0.3 },
      'interrupt',
    ],
    ['with one', { breathMs: 1220, latestText: 'what', understood: true, confidence: 0.9 }, 'wait'],
    ['with more words than a listener’s', { breathMs: 500, latestText: 'what is it', confidence: 0.27 }, 'interrupt'],
    ['with those, and like a noise', { latestText: 'what is it', confidence: 0.27, speech: 0.1 }, 'interrupt'],
    ['with those, which are a guess', { latestText: 'what is it', confidence: 0.26, speech: 0.1 }, 'resume'],
    ['with those of a listener', { latestText: 'sure i see sure', confidence: 0.9 }, 'wait'],
    ['with one word, which may go on', { breathMs: 500, latestText: 'what', confidence: 0.9 }, 'wait'],
    ['with one word, and like a noise', { latestText: 'what', confidence: 0.9, speech: 0.1 }, 'wait'],
    ['with one word, uncertain for ever', { voicedMs: 2000, latestText: 'what', confidence: 0.9, speech: 0.5 }, 'wait'],
    [
      'with two words, never clear',
      { breathMs: 1220, latestText: 'what is', confidence: 0.3, clearMs: 0 },
      'interrupt',
    ],
    ['with one, never clear', { breathMs: 1920, latestText: 'what', confidence: 0.3, clearMs: 0 }, 'wait'],
    ['with words, which are guesses', { text: 'i would like to book', breathMs: 840 }, 'wait'],
    ['with a demand, which is a guess', { text: 'stop', breathMs: 840 }, 'wait'],
  ] as const)('%s: %o → %s', (_, known, verdict) =>
    expect(judgeBySound({ ...GOING_ON, ...known }, rules)).toBe(verdict),
  );
});

describe('a voice that is over', () => {
  it.each([
    ['and not judged yet', { silenceMs: 440 }, 'wait'],
    ['and never judged', { silenceMs: 460 }, 'resume'],
    ['while the recognizer is behind', { silenceMs: 2480, unheard: true }, 'wait'],
    ['and the recognizer too far behind', { silenceMs: 2500, unheard: true }, 'resume'],
    ['longer than listeners say, and clear speech by its last syllable', { breathMs: 920, silenceMs: 40 }, 'interrupt'],
    ['longer than listeners say, and never clear', { breathMs: 920, silenceMs: 40, speech: 0.5 }, 'wait'],
    [
      'longer than listeners say, of a listener’s words',
      { breathMs: 920, latestText: 'sure sure', silenceMs: 40 },
      'wait',
    ],
    ['without words', { settled: true }, 'resume'],
    ['with words that a listener may have said', { settled: true, text: 'two' }, 'resume'],
    ['with words that are meant', { settled: true, text: 'stop' }, 'interrupt'],
    ['with words made of what may be a noise', { settled: true, text: 'stop', speech: 0.5 }, 'resume'],
    [
      'with a word that is no guess, and short and like a noise',
      { settled: true, latestText: 'why', interjection: 'why', confidence: 0.27, speech: 0.1, breathMs: 120 },
      'interrupt',
    ],
    [
      'with a word that is a guess, and like a noise',
      { settled: true, latestText: 'why', interjection: 'why', confidence: 0.26, speech: 0.1 },
      'resume',
    ],
    [
      'with a listener’s word, and like a noise',
      { settled: true, latestText: 'why', interjection: 'sure', confidence: 0.9, speech: 0.1 },
      'resume',
    ],
    ['with a demand among few phrases', { settled: true, text: 'at', interjection: 'stop' }, 'interrupt'],
    ['with what listeners say', { settled: true, text: 'stop', interjection: 'sure' }, 'resume'],
    ['with a part of what listeners say', { settled: true, text: 'stop', interjection: 'i' }, 'resume'],
    ['with words that no listener says', { ...sentence, latestText: 'can i s it' }, 'interrupt'],
    [
      'too long to be searched, with as many',
      { ...sentence, latestText: 'can i s it', interjection: null },
      'interrupt',
    ],
    ['with as many of a listener', { ...sentence, latestText: 'sure i see sure' }, 'resume'],
    ['with fewer, which may be made of a listener’s', { ...sentence, latestText: 'can i s' }, 'resume'],
    ['with what listeners do not say', { settled: true, interjection: 'all it' }, 'interrupt'],
    ['that is nothing that listeners say', { settled: true, interjection: '' }, 'interrupt'],
    ['that is nothing, and as short as a key', { breathMs: 220, settled: true, interjection: '' }, 'resume'],
    ['that is nothing, and hardly a voice', { settled: true, interjection: '', speech: 0.5 }, 'resume'],
    ['with words that may be taken back', { text: 'stop', silenceMs: 200 }, 'wait'],
  ] as const)('%s: %o → %s', (_, known, verdict) => expect(judgeBySound({ ...OVER, ...known }, rules)).toBe(verdict));
});
