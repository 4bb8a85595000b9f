import { SAMPLE_RATE_HZ } from '@parley/audio';
import {
  add,
  between,
  colouredNoise,
  concatenate,
  formants,
  gaussian,
  oneOf,
  pulses,
  type Random,
  samplesOf,
  silence,
  sum,
  whiteNoise,
} from '../signal-parts.ts';

/** The three phases of a cough: the glottis opens with a bang, air streams, the cords close and sound. */
function cough(random: Random): Float64Array {
  const once = () => {
    const explosion = between(random, 0.03, 0.06);
    const stream = between(random, 0.08, 0.2);
    const voice = random() < 0.6 ? between(random, 0.05, 0.14) : 0;
    const samples = whiteNoise(explosion + stream + voice, random);
    const loudness = (time: number) => {
      if (time < explosion) return Math.min(1, time / 0.004);
      if (time < explosion + stream) return 0.25 + 0.2 * Math.sin((time - explosion) * 40);
      return 0.15;
    };
    const air = formants(
      samples.map((x, i) => x * loudness(i / SAMPLE_RATE_HZ)),
      [between(random, 500, 900), between(random, 1400, 1800), between(random, 2500, 3300)],
      500,
    );
    const startHz = between(random, 220, 420);
    const cords = formants(
      pulses(voice, (p) => startHz * 0.6 ** p, 0.15, random),
      [650, 1500, 2500],
      250,
    );
    add(air, cords, samplesOf(explosion + stream), 0.5);
    return air;
  };
  return concatenate([once(), silence(between(random, 0.05, 0.3)), ...(random() < 0.6 ? [once()] : [])]);
}

/** Air that is cut by the soft palate, some dozens of times a second. */
function throatClearing(random: Random): Float64Array {
  const seconds = between(random, 0.3, 0.8);
  const rattleHz = between(random, 35, 80);
  let phase = 0;
  const air = whiteNoise(seconds, random).map((x, i) => {
    phase += (rattleHz * (1 + 0.3 * gaussian(random))) / SAMPLE_RATE_HZ;
    const slow = Math.sin((Math.PI * i) / samplesOf(seconds)) ** 0.5 * (0.6 + 0.4 * Math.sin(i / 900));
    return x * slow * Math.max(0, Math.sin(2 * Math.PI * phase)) ** 3;
  });
  return formants(air, [between(random, 400, 650), 1150, 2400], 160);
}

/** Keys with the ring of their housing: modes that fade, each key with a stroke and a release. */
function keys(random: Random): Float64Array {
  const samples = silence(between(random, 1, 2.5));
  const modes = Array.from({ length: 5 }, () => between(random, 900, 3800));
  const stroke = (gain: number): Float64Array =>
    silence(0.05).map((_, i) => {
      const time = i / SAMPLE_RATE_HZ;
      const ring = modes.reduce(
        (total, hz, k) => total + Math.sin(2 * Math.PI * hz * time + k) * Math.exp(-time * (180 + 60 * k)),
        0,
      );
      return gain * (ring + 2 * gaussian(random) * Math.exp(-time * 700));
    });
  for (let time = 0; time < 2.5; time += 0.05 - 0.12 * Math.log(1 - random())) {
    add(samples, stroke(between(random, 0.5, 1)), samplesOf(time));
    add(samples, stroke(between(random, 0.1, 0.3)), samplesOf(time + 0.07));
  }
  return samples;
}

/** Knocks, or a slam that rattles on. */
function door(random: Random): Float64Array {
  const samples = silence(1.2);
  const impact = (hardness: number) =>
    silence(0.3).map((_, i) => {
      const time = i / SAMPLE_RATE_HZ;
      const board = [130, 310, 480, 870].reduce(
        (total, hz, k) => total + Math.sin(2 * Math.PI * hz * hardness * time) / (k + 1),
        0,
      );
      return board * Math.exp(-time * 22) + 0.8 * gaussian(random) * Math.exp(-time * 160);
    });
  const hardness = between(random, 0.8, 1.5);
  const times = oneOf(random, [[0], [0, 0.18, 0.36], [0, 0.09, 0.14, 0.17]]);
  for (const [k, time] of times.entries())
    add(samples, impact(hardness), samplesOf(time), times.length === 4 ? 0.6 ** k : 1);
  return samples;
}

const noteHz = (note: number) => 261.63 * 2 ** (note / 12);

/** Frequency modulation, as the chips of old hold music have it. */
function chipMusic(random: Random): Float64Array {
  const samples = silence(3.5);
  const beat = between(random, 0.15, 0.3);
  const ratio = oneOf(random, [1, 1.41, 2, 3.5]);
  const tune = [0, 4, 7, 12, 9, 7, 5, 4, 2, 0];
  for (let step = 0; step * beat < 3.5; step++) {
    const hz = noteHz(tune[(step * 3 + Math.floor(random() * 2)) % tune.length]!);
    const note = silence(beat * 1.5).map((_, i) => {
      const time = i / SAMPLE_RATE_HZ;
      const bend = 4 * Math.exp(-time * 6) * Math.sin(2 * Math.PI * hz * ratio * time);
      return Math.sin(2 * Math.PI * hz * time + bend) * Math.exp(-time * 3) * Math.min(1, time * 200);
    });
    add(samples, note, samplesOf(step * beat));
  }
  return samples;
}

/** A bass, strings that swell with vibrato, a hi-hat in three-four time. */
function waltz(random: Random): Float64Array {
  const samples = silence(3.5);
  const beat = between(random, 0.28, 0.45);
  const saw = (phase: number) => 2 * (phase - Math.floor(phase + 0.5));
  const strings = (note: number, seconds: number) => {
    const vibratoHz = between(random, 4.5, 6.5);
    let phase = 0;
    return silence(seconds).map((_, i) => {
      const time = i / SAMPLE_RATE_HZ;
      phase += (noteHz(note) * (1 + 0.006 * Math.sin(2 * Math.PI * vibratoHz * time))) / SAMPLE_RATE_HZ;
      return saw(phase) * Math.sin((Math.PI * time) / seconds) ** 0.4;
    });
  };
  for (let bar = 0; bar * beat * 3 < 3.5; bar++) {
    const root = oneOf(random, [-12, -7, -5, -10]);
    const at = bar * beat * 3;
    add(samples, strings(root - 12, beat), samplesOf(at), 0.9);
    for (const step of [0, 4, 7]) add(samples, strings(root + 12 + step, beat * 3), samplesOf(at), 0.35);
    for (const offset of [1, 2]) {
      const hat = whiteNoise(0.05, random).map((x, i) => x * Math.exp(-i / 100));
      add(samples, hat, samplesOf(at + offset * beat), 0.4);
    }
  }
  return samples;
}

function plucked(random: Random): Float64Array {
  const samples = silence(3.5);
  for (let time = 0; time < 3.5; time += between(random, 0.12, 0.4)) {
    // A string of Karplus and Strong (1983).
    const period = Math.round(SAMPLE_RATE_HZ / noteHz(oneOf(random, [-12, -8, -5, 0, 2, 4, 7, 9, 12])));
    const line = Float64Array.from({ length: period }, () => gaussian(random));
    const note = silence(0.8).map((_, i) => {
      const at = i % period;
      const out = line[at]!;
      line[at] = 0.497 * (out + line[(at + 1) % period]!);
      return out;
    });
    add(samples, note, samplesOf(time));
  }
  return samples;
}

/** Turbulence by bands that swell by themselves. */
function wind(random: Random): Float64Array {
  const seconds = 3;
  const bands = [250, 500, 1000, 2000].map((hz) => {
    const speed = between(random, 0.3, 2);
    const phase = random() * 6;
    return formants(whiteNoise(seconds, random), [hz * between(random, 0.8, 1.2)], hz / 2).map(
      (x, i) => (x * (1 + 0.7 * Math.sin((2 * Math.PI * speed * i) / SAMPLE_RATE_HZ + phase)) * 400) / hz,
    );
  });
  return sum(bands);
}

/** An engine that revs, with tyres. */
function traffic(random: Random): Float64Array {
  const seconds = 3;
  const idleHz = between(random, 25, 60);
  const engine = formants(
    pulses(seconds, (p) => idleHz * (1 + p * p), 0.1, random),
    [280, 620],
    150,
  );
  return sum([engine.map((x) => x * between(random, 0.2, 1)), colouredNoise(seconds, 0.8, random)]);
}

/** In through the nose, out onto the microphone. */
function breath(random: Random): Float64Array {
  const inhale = between(random, 0.4, 0.9);
  const exhale = between(random, 0.5, 1.3);
  const ramp = (seconds: number, rising: boolean, hz: number) =>
    formants(whiteNoise(seconds, random), [hz, hz * 2.3], 700).map((x, i) => {
      const progress = i / samplesOf(seconds);
      return x * (rising ? progress : 1 - progress) ** 0.7;
    });
  const blow = colouredNoise(exhale, 0.99, random).map((x, i) => x * (1 - i / samplesOf(exhale)));
  return concatenate([ramp(inhale, true, 1100), silence(0.15), sum([ramp(exhale, false, 600), blow])]);
}

/** Tones of networks that the training has not: in three parts, warbling, and a modem's. */
function networkTones(random: Random): Float64Array {
  const sine = (seconds: number, hz: (time: number) => number) => {
    let phase = 0;
    return silence(seconds).map((_, i) => {
      phase += (2 * Math.PI * hz(i / SAMPLE_RATE_HZ)) / SAMPLE_RATE_HZ;
      return Math.sin(phase);
    });
  };
  return oneOf(random, [
    () => concatenate([985.2, 1428.5, 1776.7].map((hz) => sine(0.33, () => hz))),
    () => sine(2, (time) => (time % 0.1 < 0.05 ? 1400 : 2060)),
    () => sine(2, () => 2100),
    () => sum([sine(1.5, () => 400), sine(1.5, () => 417)]),
    () => sum([sine(1, () => 941), sine(1, () => 1633)]),
    () => concatenate([sine(0.4, () => 400), silence(0.2), sine(0.4, () => 400), silence(1)]),
  ])();
}

/** By what they are. Each makes another sound at each call. */
export const secondFormulas: Readonly<Record<string, (random: Random) => Float64Array>> = {
  'cough in phases': cough,
  'throat that rattles': throatClearing,
  'keys that ring': keys,
  'knocks and slams': door,
  'music, chip': chipMusic,
  'music, waltz': waltz,
  'music, plucked': plucked,
  wind,
  traffic,
  'breath in and out': breath,
  'tones of other networks': networkTones,
};
