// npm run train:alignment: makes the weights by which cut turns are aligned with their audio
// (packages/conversation/src/alignment/sound-weights.ts) from synthesizers. Needs Debian's espeak-ng and flite. The same
// weights at every run with the same synthesizers.
import { writeFileSync } from 'node:fs';
import { SAMPLE_RATE_HZ, SOUND_FRAME_MS, SoundFeatures } from '@parley/audio';
import { seededRandom } from '@parley/audio/testing';
import { SOUND_CLASSES } from '@parley/conversation/testing';
import { type LabelledSpeech, labelledSpeech } from './labelled-speech.ts';
import { classesOfPhone } from './phone-classes.ts';
import { trainingRequests } from './requests.ts';
import { type LabelledFrames, trainNetwork } from './train-network.ts';

const SETTINGS = { hidden: 28, epochs: 12, rate: 0.003 };
const PROVENANCE = 'npm run train:alignment: espeak-ng 1.51 and Flite (Debian 12), no recordings';

function framesOf({ request, samples, phones }: LabelledSpeech): LabelledFrames {
  const measured = new SoundFeatures(samples, SAMPLE_RATE_HZ);
  measured.measure(0, measured.frames);
  measured.normalize();
  const features = measured.values;
  const classes = new Int8Array(measured.frames).fill(0);
  for (const { name, startMs, endMs } of phones) {
    const sounds = classesOfPhone(name, request.synthesizer === 'espeak');
    if (!sounds) process.stdout.write(`no class for ${name}\n`);
    const from = Math.max(0, Math.round(startMs / SOUND_FRAME_MS));
    const to = Math.min(classes.length, Math.round(endMs / SOUND_FRAME_MS));
    for (let frame = from; frame < to; frame += 1) {
      const part = Math.floor(((frame - from) / (to - from)) * (sounds?.length ?? 1));
      classes[frame] = sounds ? SOUND_CLASSES.indexOf(sounds[part]!) : -1;
    }
  }
  return { features, classes };
}

const clips = labelledSpeech(trainingRequests()).map(framesOf);
const frames = clips.reduce((sum, { classes }) => sum + classes.length, 0);
process.stdout.write(`${clips.length} clips, ${(frames * SOUND_FRAME_MS) / 1000} s\n`);
const weights = trainNetwork(clips, SETTINGS, PROVENANCE, seededRandom(20_261));
writeFileSync(
  new URL('../../packages/conversation/src/alignment/sound-weights.ts', import.meta.url),
  `// biome-ignore-all lint/suspicious/noApproximativeNumericConstant: weights are learned, whatever they look like
import type { SoundNetworkWeights } from './sound-network.ts';

/** Written by \`npm run train:alignment\`. */
export const SOUND_WEIGHTS: SoundNetworkWeights = ${JSON.stringify(weights)};
`,
);
