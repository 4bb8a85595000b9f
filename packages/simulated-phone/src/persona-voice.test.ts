import type { BuiltinSpeech } from '@parley/providers';
import { describe, expect, it } from 'vitest';
import type { Sound } from './persona.ts';
import { PersonaVoice, type Uttered } from './persona-voice.ts';
import { personaFor } from './personas.ts';
import { SoundLibrary } from './sound-library.ts';

const BEEP: Sound = { type: 'tone', frequenciesHz: [1000], durationMs: 100 };
const noSpeech: Pick<BuiltinSpeech, 'speak'> = {
  speak() {
    throw new Error('no speech here');
  },
};

function frames(voice: PersonaVoice, count: number): { heard: boolean[]; ended: Uttered[] } {
  const heard: boolean[] = [];
  const ended: Uttered[] = [];
  for (let i = 0; i < count; i++) {
    const next = voice.nextFrame();
    heard.push(next.frame !== null);
    if (next.ended) ended.push(next.ended);
  }
  return { heard, ended };
}

describe('PersonaVoice', () => {
  it('plays a sound and says when it is over, with its last frame', () => {
    const voice = new PersonaVoice(personaFor('+12025550101'), new SoundLibrary(noSpeech));
    voice.play(BEEP);
    expect(frames(voice, 4).ended).toEqual([]);
    expect(frames(voice, 1).ended).toEqual([{ sound: BEEP, playedMs: 100, whole: true, failure: null }]);
    expect(frames(voice, 2)).toEqual({ heard: [false, false], ended: [] });
  });

  it('tells how much of a sound was heard that is stopped', () => {
    const voice = new PersonaVoice(personaFor('+12025550101'), new SoundLibrary(noSpeech));
    voice.play(BEEP);
    frames(voice, 3);
    expect(voice.stop()).toEqual({ sound: BEEP, playedMs: 60, whole: false, failure: null });
    expect(voice.stop()).toBeNull();
    expect(frames(voice, 3)).toEqual({ heard: [false, false, false], ended: [] });
  });

  it('repeats the ringback tone until it is stopped', () => {
    const voice = new PersonaVoice(personaFor('+12025550113'), new SoundLibrary(noSpeech));
    voice.ring();
    expect(frames(voice, 1000)).toEqual({ heard: Array(1000).fill(true), ended: [] });
    expect(voice.stop()).toBeNull();
    expect(frames(voice, 1).heard).toEqual([false]);
  });

  it('ends a line that cannot be spoken, so that the persona goes on', async () => {
    const sounds = new SoundLibrary(noSpeech);
    const voice = new PersonaVoice(personaFor('+12025550101'), sounds);
    const line: Sound = { type: 'speech', text: 'hello' };
    voice.play(line);
    await expect(sounds.load(line)).rejects.toThrow('no speech here');
    expect(frames(voice, 2).ended).toEqual([{ sound: line, playedMs: 0, whole: false, failure: 'no speech here' }]);
  });

  it('never falls silent where it is noisy', () => {
    const voice = new PersonaVoice(personaFor('+12025550111'), new SoundLibrary(noSpeech));
    expect(frames(voice, 3).heard).toEqual([true, true, true]);
  });
});
