import { SOUND_BANDS } from '@parley/audio';
import { CONTEXT_FRAMES, NETWORK_INPUTS, SOUND_CLASSES, type SoundNetworkWeights } from '@parley/conversation/testing';

export interface LabelledFrames {
  features: Float32Array;
  /** Index of the class of each frame; -1: not known. */
  classes: Int8Array;
}

interface Settings {
  hidden: number;
  epochs: number;
  rate: number;
}

const BATCH = 64;
const DIGITS = 3;
const CLASSES = SOUND_CLASSES.length;
const rounded = (value: number) => Number(value.toPrecision(DIGITS));

/** One hidden layer of rectifiers, cross entropy, Adam (Kingma and Ba 2014); the same weights at every run. */
export function trainNetwork(
  clips: readonly LabelledFrames[],
  { hidden, epochs, rate }: Settings,
  provenance: string,
  random: () => number,
): SoundNetworkWeights {
  const scales = scalesOf(clips).map(rounded);
  const scaled = clips.map(({ features }) => features.map((value, i) => value * scales[i % SOUND_BANDS]!));
  const frames = clips.flatMap(({ classes }, clip) =>
    Array.from(classes).flatMap((kind, frame) => (kind < 0 ? [] : [{ clip, frame, kind }])),
  );
  const counts = SOUND_CLASSES.map((_, kind) => frames.filter((each) => each.kind === kind).length);
  const firstSize = hidden * NETWORK_INPUTS;
  const secondAt = firstSize + hidden;
  const biasAt = secondAt + CLASSES * hidden;
  const p = Float64Array.from({ length: biasAt + CLASSES }, (_, i) =>
    i < firstSize
      ? (random() - 0.5) * 2 * Math.sqrt(3 / NETWORK_INPUTS)
      : i >= secondAt && i < biasAt
        ? (random() - 0.5) * 2 * Math.sqrt(3 / hidden)
        : 0,
  );
  const gradient = new Float64Array(p.length);
  const first = new Float64Array(p.length);
  const second = new Float64Array(p.length);
  const input = new Float64Array(NETWORK_INPUTS);
  const outputs = new Float64Array(hidden);
  const errors = new Float64Array(CLASSES);
  let steps = 0;
  for (let epoch = 0; epoch < epochs; epoch += 1) {
    let loss = 0;
    let right = 0;
    for (let i = frames.length - 1; i > 0; i -= 1) {
      const j = Math.floor(random() * (i + 1));
      [frames[i], frames[j]] = [frames[j]!, frames[i]!];
    }
    const epochRate = rate * 0.5 * (1 + Math.cos((Math.PI * epoch) / epochs));
    for (let from = 0; from < frames.length; from += BATCH) {
      gradient.fill(0);
      for (const { clip, frame, kind } of frames.slice(from, from + BATCH)) {
        const source = scaled[clip]!;
        const last = source.length / SOUND_BANDS - 1;
        CONTEXT_FRAMES.forEach((offset, c) => {
          const at = Math.max(0, Math.min(last, frame + offset)) * SOUND_BANDS;
          for (let i = 0; i < SOUND_BANDS; i += 1) input[c * SOUND_BANDS + i] = source[at + i]!;
        });
        let total = 0;
        for (let unit = 0; unit < hidden; unit += 1) {
          let sum = p[firstSize + unit]!;
          const row = unit * NETWORK_INPUTS;
          for (let i = 0; i < NETWORK_INPUTS; i += 1) sum += p[row + i]! * input[i]!;
          outputs[unit] = Math.max(0, sum);
        }
        let best = 0;
        for (let k = 0; k < CLASSES; k += 1) {
          let sum = p[biasAt + k]!;
          for (let unit = 0; unit < hidden; unit += 1) sum += p[secondAt + k * hidden + unit]! * outputs[unit]!;
          errors[k] = sum;
          if (sum > errors[best]!) best = k;
        }
        const most = errors[best]!;
        for (let k = 0; k < CLASSES; k += 1) total += errors[k] = Math.exp(errors[k]! - most);
        for (let k = 0; k < CLASSES; k += 1) errors[k]! /= total;
        loss -= Math.log(errors[kind]! + 1e-9);
        if (best === kind) right += 1;
        errors[kind]! -= 1;
        for (let k = 0; k < CLASSES; k += 1) {
          gradient[biasAt + k]! += errors[k]!;
          for (let unit = 0; unit < hidden; unit += 1)
            gradient[secondAt + k * hidden + unit]! += errors[k]! * outputs[unit]!;
        }
        for (let unit = 0; unit < hidden; unit += 1) {
          if (outputs[unit] === 0) continue;
          let slope = 0;
          for (let k = 0; k < CLASSES; k += 1) slope += errors[k]! * p[secondAt + k * hidden + unit]!;
          gradient[firstSize + unit]! += slope;
          const row = unit * NETWORK_INPUTS;
          for (let i = 0; i < NETWORK_INPUTS; i += 1) gradient[row + i]! += slope * input[i]!;
        }
      }
      steps += 1;
      const firstBias = 1 - 0.9 ** steps;
      const secondBias = 1 - 0.999 ** steps;
      for (let i = 0; i < p.length; i += 1) {
        const slope = gradient[i]! / BATCH;
        first[i] = 0.9 * first[i]! + 0.1 * slope;
        second[i] = 0.999 * second[i]! + 0.001 * slope * slope;
        p[i]! -= epochRate * (first[i]! / firstBias / (Math.sqrt(second[i]! / secondBias) + 1e-8) + 1e-4 * p[i]!);
      }
    }
    process.stdout.write(
      `epoch ${epoch + 1}: ${(loss / frames.length).toFixed(3)}, ${(right / frames.length).toFixed(3)} right\n`,
    );
  }
  const numbers = Array.from(p, rounded);
  return {
    ...{ provenance, hidden, scales },
    first: numbers.slice(0, firstSize),
    firstBias: numbers.slice(firstSize, secondAt),
    second: numbers.slice(secondAt, biasAt),
    secondBias: numbers.slice(biasAt),
    shares: counts.map((count) => rounded(count / frames.length)),
  };
}

function scalesOf(clips: readonly LabelledFrames[]): number[] {
  const squares = new Array<number>(SOUND_BANDS).fill(0);
  let count = 0;
  for (const { features } of clips) {
    count += features.length / SOUND_BANDS;
    for (let i = 0; i < features.length; i += 1) squares[i % SOUND_BANDS]! += features[i]! ** 2;
  }
  return squares.map((square) => 1 / Math.sqrt(square / count));
}
