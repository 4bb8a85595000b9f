import { interruptingPhrases, listeningPhrases } from '@parley/providers';
import type { SpeechRequest } from '../synthesis/speech-request.ts';
import { STRANGERS } from '../synthesis/strangers.ts';
import { speakerOf } from '../synthesis/voice.ts';
import { VOICES } from '../synthesis/voices.ts';
import { Draw } from '../turn-taking/cases/draw.ts';
import { ClipStore } from '../turn-taking/stimuli/clip-store.ts';
import { NOISES, noiseClip } from '../turn-taking/stimuli/noises.ts';
import { PHRASES } from '../turn-taking/stimuli/phrases.ts';
import { withLevel } from '../turn-taking/stimuli/speech-clip.ts';
import { heardSound } from './heard-sound.ts';

/** Something short that is said over an agent. */
export interface ShortVoice {
  speaker: string;
  text: string;
  interrupts: boolean;
  isNoisy: boolean;
  /** 8 kHz, as a call gives it to a recognizer: from 300 ms before the detector notices it until 200 ms behind its end. */
  sound: Int16Array;
  /** What the same voice has said before, of which its mean is known; null: nothing. */
  before: Int16Array | null;
}

/** Of whatever else people interrupt with there are no phrases. */
const OTHERS = [
  ...['two please', 'in june', 'my son', 'too late', 'not me', 'not today', 'but why', 'on friday', 'we did', 'never'],
  ...['the other one', 'which one', 'say that again', 'too much', 'i doubt it', 'your name'],
];

const measured = new Set([...PHRASES.measured.commands, ...PHRASES.unseen.commands]);
const INTERRUPTING = [...interruptingPhrases, ...PHRASES.tuning.commands].filter((text) => !measured.has(text));

/** What is said most, as often as all that there are phrases for. */
const SAID_TO_LISTEN = [PHRASES.tuning.backchannels, listeningPhrases];
const SAID_TO_INTERRUPT = [PHRASES.tuning.commands, INTERRUPTING, OTHERS];

const LONGEST_NOISE_MS = 900;

/** What callers have said before: their voice is known when they interrupt. */
const SAID_BEFORE = [
  'i am calling because of the letter',
  'my mother told me about it',
  'the blue one looks better to me',
];
const TUNING_SHARE = 0.2;

/** So many of both kinds, each second one on a noisy line; the same at every run. Those that no detector takes for one voice are left out. */
export function shortVoices(count: number, part: keyof typeof STRANGERS): ShortVoice[] {
  const drawn = Array.from({ length: count }, (_, index) => {
    const draw = new Draw(`interjection/${part}/${index}`);
    const interrupts = index % 2 === 1;
    const text = draw.of(draw.of(interrupts ? SAID_TO_INTERRUPT : SAID_TO_LISTEN));
    const isTuning = part === 'learned' && draw.isLess(TUNING_SHARE);
    const voice = isTuning ? draw.of(VOICES.tuning) : draw.of(STRANGERS[part]);
    const isVaried = voice.synthesizer === 'espeak';
    const varied = { ...voice, pitch: voice.pitch + draw.of([-15, 0, 15]), rate: voice.rate + draw.of([-20, 0, 20]) };
    const spoken = isVaried ? varied : voice;
    return {
      speaker: speakerOf(voice),
      interrupts,
      request: { ...spoken, text },
      before: draw.isLess(0.5) ? { ...spoken, text: draw.of(SAID_BEFORE) } : null,
      isNoisy: draw.isLess(0.5),
      levelDbov: draw.between(-32, -16),
      seed: draw.between(1, 1e9),
    };
  });
  ClipStore.prepare(drawn.flatMap(({ request, before }) => (before ? [request, before] : [request])));
  return drawn.flatMap(({ speaker, interrupts, request, before, isNoisy, levelDbov, seed }) => {
    const hear = (said: SpeechRequest): Int16Array | null =>
      heardSound(withLevel(ClipStore.get(said), levelDbov).samples, isNoisy ? seed : null);
    const sound = hear(request);
    if (sound === null) return [];
    return [{ speaker, text: request.text, interrupts, isNoisy, sound, before: before && hear(before) }];
  });
}

/** Noises that detectors take for a voice, on quiet lines and noisy ones; the same at every run. */
export function shortNoises(count: number): Int16Array[] {
  return Array.from({ length: count }, (_, index) => {
    const draw = new Draw(`interjection/noise/${index}`);
    const [noise, durationMs] = [draw.of(NOISES), draw.between(200, LONGEST_NOISE_MS)];
    const clip = noiseClip(noise, draw.between(1, 1e9), durationMs);
    const noiseSeed = draw.isLess(0.5) ? draw.between(1, 1e9) : null;
    return heardSound(withLevel(clip, draw.between(-34, -18)).samples, noiseSeed);
  }).filter((sound) => sound !== null);
}
