import { SAMPLE_RATE_HZ } from '@parley/audio';
import {
  add,
  between,
  colouredNoise,
  concatenate,
  formants,
  oneOf,
  partials,
  pulses,
  type Random,
  resonate,
  shape,
  silence,
  sum,
  swell,
  whiteNoise,
} from '../signal-parts.ts';

function cough(random: Random): Float64Array {
  const bursts = 1 + Math.floor(random() * 3);
  const tract = [between(random, 400, 1000), between(random, 1100, 1900), between(random, 2100, 3100)];
  return concatenate(
    Array.from({ length: bursts }, () => {
      const seconds = between(random, 0.18, 0.4);
      const burst = silence(seconds);
      add(burst, shape(formants(whiteNoise(seconds, random), tract, 350), 0.006, between(random, 0.04, 0.14)), 0);
      add(burst, shape(whiteNoise(seconds, random), 0.003, between(random, 0.015, 0.05)), 0, 0.1 * random());
      if (random() < 0.5) {
        const pitchHz = between(random, 130, 420);
        const tail = formants(
          pulses(seconds * 0.6, (p) => pitchHz * (1 - 0.3 * p), 0.25, random),
          tract,
          200,
        );
        add(burst, swell(tail), seconds * 0.3 * SAMPLE_RATE_HZ, between(random, 0.1, 0.6));
      }
      return concatenate([burst, silence(between(random, 0.03, 0.25))]);
    }),
  );
}

function throatClearing(random: Random): Float64Array {
  const tract = [between(random, 350, 700), between(random, 1000, 1600), between(random, 2200, 2800)];
  return concatenate(
    Array.from({ length: 1 + Math.floor(random() * 3) }, () => {
      const seconds = between(random, 0.15, 0.4);
      const pitchHz = between(random, 45, 120);
      const rattle = pulses(seconds, () => pitchHz, between(random, 0.25, 0.6), random);
      const rough = sum([rattle, whiteNoise(seconds, random).map((x) => x * between(random, 0.5, 1.2))]);
      return concatenate([swell(formants(rough, tract, 200), 0.6), silence(between(random, 0.03, 0.15))]);
    }),
  );
}

function keys(random: Random): Float64Array {
  const samples = silence(between(random, 0.8, 2.5));
  const bodyHz = between(random, 1200, 3400);
  const rate = between(random, 0.07, 0.28);
  for (let time = 0; time < samples.length / SAMPLE_RATE_HZ; time += rate * between(random, 0.5, 1.8)) {
    const click = shape(whiteNoise(0.03, random), 0.0005, between(random, 0.002, 0.008));
    add(samples, sum([click, resonate(click, bodyHz, 500)]), time * SAMPLE_RATE_HZ, between(random, 0.4, 1));
    add(samples, click, (time + between(random, 0.05, 0.09)) * SAMPLE_RATE_HZ, between(random, 0.1, 0.5));
  }
  return samples;
}

function door(random: Random): Float64Array {
  const samples = silence(between(random, 0.6, 1.2));
  const modes = [between(random, 90, 250), between(random, 250, 600), between(random, 600, 1400)];
  const thud = sum(modes.map((hz) => resonate(shape(whiteNoise(0.6, random), 0.004, 0.09), hz, 60)));
  add(samples, thud, 0, 3);
  add(samples, shape(whiteNoise(0.1, random), 0.001, 0.015), between(random, 0, 0.25) * SAMPLE_RATE_HZ, 0.6);
  return samples;
}

const noteHz = (note: number) => 440 * 2 ** ((note - 69) / 12);

/** Chords that are held and change, with or without a beat. */
function chords(random: Random): Float64Array {
  const samples = silence(between(random, 2, 4));
  const beat = between(random, 0.3, 0.9);
  const timbre = Array.from({ length: 8 }, (_, k) => random() ** 0.5 / (k + 1) ** between(random, 0.4, 1.6));
  const decay = oneOf(random, [0.15, 0.4, 2, 8]);
  const root = 48 + Math.floor(random() * 14);
  for (let time = 0; time < 4; time += beat * oneOf(random, [1, 2])) {
    const chord = [0, oneOf(random, [3, 4]), 7, 12].map((step) => root + step + oneOf(random, [0, 5, 7, -2]));
    const notes = chord.map((note) => partials(beat * 2, noteHz(note), timbre, random() * 6));
    add(samples, shape(sum(notes), between(random, 0.005, 0.08), decay), time * SAMPLE_RATE_HZ, 0.3);
  }
  return random() < 0.4 ? sum([samples, drums(random).map((x) => x * 0.5)]).subarray(0, samples.length) : samples;
}

/** One note after the other. */
function melody(random: Random): Float64Array {
  const samples = silence(between(random, 2, 4));
  const scale = [0, 2, 4, 5, 7, 9, 11, 12, 14, 16];
  const beat = between(random, 0.12, 0.4);
  const timbre = Array.from({ length: 6 }, (_, k) => 1 / (k + 1) ** between(random, 0.5, 2));
  const root = 55 + Math.floor(random() * 18);
  const decay = oneOf(random, [0.1, 0.3, 1]);
  for (let time = 0; time < 4; time += beat * oneOf(random, [1, 1, 2])) {
    const hz = noteHz(root + oneOf(random, scale));
    add(samples, shape(partials(beat * 2, hz, timbre), 0.01, decay), time * SAMPLE_RATE_HZ);
  }
  return samples;
}

function drums(random: Random): Float64Array {
  const samples = silence(between(random, 2, 4));
  const beat = between(random, 0.2, 0.35);
  for (let time = 0, step = 0; time < 4; time += beat, step++) {
    const hit =
      step % 2 === 0
        ? shape(partials(0.25, between(random, 90, 160), [1, 0.4, 0.2]), 0.002, 0.06)
        : shape(whiteNoise(0.25, random), 0.001, between(random, 0.02, 0.09));
    add(samples, hit, time * SAMPLE_RATE_HZ);
    add(samples, shape(whiteNoise(0.06, random), 0.001, 0.012), (time + beat / 2) * SAMPLE_RATE_HZ, 0.5);
  }
  return samples;
}

function fan(random: Random): Float64Array {
  const seconds = between(random, 2, 4);
  const noise = colouredNoise(seconds, between(random, 0.3, 0.97), random);
  const bladesHz = between(random, 3, 30);
  const depth = between(random, 0, 0.5);
  return noise.map((x, i) => x * (1 + depth * Math.sin((2 * Math.PI * bladesHz * i) / SAMPLE_RATE_HZ)));
}

function street(random: Random): Float64Array {
  const seconds = between(random, 2, 4);
  const samples = colouredNoise(seconds, 0.9, random);
  for (let car = 0; car < 2; car++)
    add(
      samples,
      swell(colouredNoise(between(random, 0.6, 2), 0.7, random), 2),
      random() * samples.length,
      between(random, 1, 5),
    );
  if (random() < 0.3) {
    const horn = sum([
      partials(0.4, between(random, 350, 420), [1, 0.8, 0.6, 0.4]),
      partials(0.4, between(random, 430, 520), [1, 0.7, 0.5]),
    ]);
    add(samples, shape(horn, 0.02, 2), random() * samples.length, 2);
  }
  return samples;
}

function breath(random: Random): Float64Array {
  return concatenate(
    Array.from({ length: 1 + Math.floor(random() * 2) }, () => {
      const seconds = between(random, 0.3, 1.2);
      const hiss = formants(whiteNoise(seconds, random), [between(random, 400, 900), between(random, 1300, 2200)], 500);
      const puff = colouredNoise(seconds, 0.97, random).map((x) => x * between(random, 0, 0.3));
      return concatenate([swell(sum([hiss, puff]), between(random, 0.5, 1.5)), silence(between(random, 0.1, 0.5))]);
    }),
  );
}

function hum(random: Random): Float64Array {
  const mains = oneOf(random, [50, 60]) * oneOf(random, [1, 2]);
  const harmonics = Array.from({ length: 16 }, (_, k) => random() / Math.sqrt(k + 1));
  const buzz = partials(between(random, 1, 3), mains, harmonics);
  return sum([buzz, whiteNoise(buzz.length / SAMPLE_RATE_HZ, random).map((x) => x * between(random, 0, 0.3))]);
}

/** Dial, ringing, busy and special information tones, and digits. */
function networkTones(random: Random): Float64Array {
  const [frequencies, on, off] = oneOf<[number[], number, number]>(random, [
    [[350, 440], 3, 0],
    [[425], 3, 0],
    [[440, 480], 2, 1],
    [[425], 1, 2],
    [[480, 620], 0.5, 0.5],
    [[425], 0.25, 0.25],
    [[950], 0.33, 0.03],
    [[oneOf(random, [697, 770, 852, 941]), oneOf(random, [1209, 1336, 1477])], between(random, 0.06, 0.3), 0.1],
    [[between(random, 400, 2000)], between(random, 0.15, 1), 0.5],
  ]);
  const tone = sum(frequencies.map((hz) => partials(on, hz, [1])));
  return concatenate([tone, silence(off), tone, silence(off)]).subarray(0, 3 * SAMPLE_RATE_HZ);
}

/** By what they are. Each makes another sound at each call. */
export const firstFormulas: Readonly<Record<string, (random: Random) => Float64Array>> = {
  cough,
  'throat clearing': throatClearing,
  keys,
  door,
  'music, chords': chords,
  'music, melody': melody,
  'music, drums': drums,
  fan,
  street,
  breath,
  hum,
  'network tones': networkTones,
};
