import { FRAME_SAMPLES, SAMPLE_RATE_HZ } from '@parley/audio';
import { recordedNoise } from '../../recordings/noise.ts';
import type { SpeechRequest } from '../../synthesis/speech-request.ts';
import { Draw } from '../cases/draw.ts';
import type { Sound } from '../cases/test-case.ts';
import { ClipStore } from './clip-store.ts';
import { noiseClip } from './noises.ts';
import { type Clip, cutAtWords, joined, withLevel } from './speech-clip.ts';

const samplesOf = (ms: number): number => Math.round((ms * SAMPLE_RATE_HZ) / 1000);

/** What a case plays. Its speech has been prepared. */
export function clipOfSound(sound: Sound): Clip {
  switch (sound.type) {
    case 'speech':
      return withLevel(joined(partsOf(sound), sound.gapsMs), sound.levelDbov);
    case 'noise':
      return withLevel(noiseClip(sound.noise, sound.seed, sound.durationMs), sound.levelDbov);
    case 'recording':
      return withLevel(
        recordedNoise(sound.noise, sound.isUnseen, new Draw(`${sound.seed}`), sound.durationMs),
        sound.levelDbov,
      );
    case 'babble':
      return withLevel(babble(sound.voices, sound.durationMs), sound.levelDbov);
    case 'nothing':
      return { samples: new Int16Array(samplesOf(sound.durationMs)), words: [] };
  }
}

/** All speech that a sound needs. */
export function requestsOf(sound: Sound): SpeechRequest[] {
  if (sound.type === 'babble') return sound.voices;
  if (sound.type !== 'speech') return [];
  return sound.isSentence ? [sentenceOf(sound)] : sound.parts;
}

const sentenceOf = ({ parts }: { parts: readonly SpeechRequest[] }): SpeechRequest => ({
  ...parts[0]!,
  text: parts.map(({ text }) => text).join(' '),
});

function partsOf({ parts, isSentence = false }: Extract<Sound, { type: 'speech' }>): Clip[] {
  if (!isSentence) return parts.map((part) => ClipStore.get(part));
  return cutAtWords(
    ClipStore.get(sentenceOf({ parts })),
    parts.map(({ text }) => text.split(' ').length),
  );
}

/** Several people at once, of whom none can be made out. Each repeats what it says. */
function babble(voices: readonly SpeechRequest[], durationMs: number): Clip {
  const mixed = new Float64Array(samplesOf(durationMs));
  for (const [index, voice] of voices.entries()) {
    const { samples } = ClipStore.get(voice);
    // They do not begin together.
    const shift = index * 40 * FRAME_SAMPLES;
    for (let at = 0; at < mixed.length; at += 1) mixed[at]! += samples[(at + shift) % samples.length]! / voices.length;
  }
  return { samples: Int16Array.from(mixed), words: [] };
}
