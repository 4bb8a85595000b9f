import { mix } from '@parley/audio';
import type { Persona, Sound } from './persona.ts';
import { PinkNoise } from './pink-noise.ts';
import { Playout } from './playout.ts';
import { seededRandom } from './random.ts';
import { ringback, type SoundLibrary } from './sound-library.ts';

/** The level at which the built-in voices speak. */
const SPEECH_DBFS = -20;
const NOISE_SEED = 111;

/** A sound that is over. */
export interface Uttered {
  sound: Sound;
  playedMs: number;
  /** Played to its end, which is where the persona breaks it off if it does. */
  whole: boolean;
  /** Why it could not be played at all. */
  failure: string | null;
}

interface Utterance {
  sound: Sound;
  failure: string | null;
}

/** What a persona lets the line hear: one sound at a time, over the noise around it. */
export class PersonaVoice {
  private readonly sounds: SoundLibrary;
  private readonly playout = new Playout();
  private readonly noise: PinkNoise | null;
  private current: Utterance | null = null;

  constructor(persona: Persona, sounds: SoundLibrary) {
    this.sounds = sounds;
    const { noiseDb } = persona;
    this.noise = noiseDb === null ? null : new PinkNoise(SPEECH_DBFS + noiseDb, seededRandom(NOISE_SEED));
  }

  /** Begins with the next frame, or as soon as the audio is there. */
  play(sound: Sound): void {
    const utterance: Utterance = { sound, failure: null };
    this.current = utterance;
    const ready = this.sounds.get(sound);
    if (ready) this.playout.play(ready);
    else this.playWhenLoaded(utterance);
  }

  /** The ringback tone, until `stop`. */
  ring(): void {
    this.playout.play(ringback(), { repeats: true });
  }

  /** Breaks off; the audio that was playing, if there was one. */
  stop(): Uttered | null {
    const played = this.playout.isPlaying;
    this.playout.stop();
    const { current } = this;
    this.current = null;
    return current && played ? { ...current, playedMs: this.playout.playedMs, whole: false } : null;
  }

  /** The next 20 ms, null for silence; and the audio that ends with them. */
  nextFrame(): { frame: Int16Array | null; ended: Uttered | null } {
    const wasPlaying = this.playout.isPlaying;
    const sound = this.playout.nextFrame();
    return { frame: this.overNoise(sound), ended: this.takeEnded(wasPlaying) };
  }

  private playWhenLoaded(utterance: Utterance): void {
    this.sounds.load(utterance.sound).then(
      (samples) => this.current === utterance && this.playout.play(samples),
      (error: Error) => {
        utterance.failure = error.message;
      },
    );
  }

  private takeEnded(wasPlaying: boolean): Uttered | null {
    const { current } = this;
    const hasEnded = wasPlaying && !this.playout.isPlaying;
    if (!current || (!hasEnded && current.failure === null)) return null;
    this.current = null;
    if (current.failure !== null) return { ...current, playedMs: 0, whole: false };
    return { ...current, playedMs: this.playout.playedMs, whole: true };
  }

  private overNoise(sound: Int16Array | null): Int16Array | null {
    const noise = this.noise?.nextFrame();
    if (!noise) return sound;
    return sound ? mix(sound, noise) : noise;
  }
}
