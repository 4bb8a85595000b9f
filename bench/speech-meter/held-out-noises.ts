// Sounds that are not speech, by other formulas than those of the training. What is measured with them is reported, and
// nothing is chosen by it.
import { SAMPLE_RATE_HZ } from '@parley/audio';
import { add, between, concatenate, gaussian, oneOf, type Random, samplesOf, silence } from './signal-parts.ts';

/** A band of noise: white noise on a carrier, after a moving average. */
function band(seconds: number, centreHz: number, widthSamples: number, random: Random): Float64Array {
  const history = new Float64Array(widthSamples);
  let sum = 0;
  return silence(seconds).map((_, i) => {
    const at = i % widthSamples;
    const fresh = gaussian(random);
    sum += fresh - history[at]!;
    history[at] = fresh;
    return (sum / Math.sqrt(widthSamples)) * Math.cos((2 * Math.PI * centreHz * i) / SAMPLE_RATE_HZ);
  });
}

const enveloped = (
  samples: Float64Array,
  points: readonly (readonly [seconds: number, level: number])[],
): Float64Array =>
  samples.map((sample, i) => {
    const time = i / SAMPLE_RATE_HZ;
    const next = points.findIndex(([at]) => at > time);
    if (next < 1) return sample * (next === 0 ? points[0]![1] : points.at(-1)![1]);
    const [[t0, l0], [t1, l1]] = [points[next - 1]!, points[next]!];
    return sample * (l0 + ((l1 - l0) * (time - t0)) / (t1 - t0));
  });

function cough(random: Random): Float64Array {
  const hacks = Array.from({ length: 1 + Math.floor(random() * 3) }, () => {
    const seconds = between(random, 0.2, 0.38);
    const mix = silence(seconds);
    for (const [hz, share] of [
      [between(random, 450, 650), 1],
      [between(random, 1000, 1700), between(random, 0.5, 1)],
      [between(random, 2300, 3200), between(random, 0.2, 0.6)],
    ] as const)
      add(mix, band(seconds, hz, 12, random), 0, share);
    const loud = between(random, 0.02, 0.05);
    const hack = enveloped(mix, [
      [0, 0],
      [0.008, 1],
      [loud, 0.9],
      [loud + 0.06, 0.3],
      [seconds * 0.7, between(random, 0.1, 0.4)],
      [seconds, 0],
    ]);
    return concatenate([hack, silence(between(random, 0.05, 0.35))]);
  });
  return concatenate(hacks);
}

/** A gargle: noise whose bands open and close irregularly, over a growl. */
function throatClearing(random: Random): Float64Array {
  const seconds = between(random, 0.35, 0.9);
  const low = band(seconds, 550, 14, random);
  const high = band(seconds, 1500, 10, random);
  let gate = 1;
  let until = 0;
  const growlHz = between(random, 60, 110);
  return low.map((x, i) => {
    if (i >= until) {
      gate = random() < 0.5 ? 1 : between(random, 0.1, 0.4);
      until = i + samplesOf(between(random, 0.006, 0.025));
    }
    const growl = ((i * growlHz) / SAMPLE_RATE_HZ) % 1 < 0.25 ? 1 : 0.35;
    return gate * growl * (x + 0.5 * high[i]!) * Math.sin((Math.PI * i) / low.length) ** 0.4;
  });
}

/** Membrane keys close to a headset: dull knocks with a scrape. */
function keyboard(random: Random): Float64Array {
  const samples = silence(2.4);
  for (let time = 0; time < 2.3; time += oneOf(random, [0.08, 0.12, 0.12, 0.16, 0.4]) * between(random, 0.8, 1.2)) {
    const knock = enveloped(band(0.04, between(random, 500, 900), 6, random), [
      [0, 1],
      [0.004, 0.6],
      [0.015, 0.1],
      [0.04, 0],
    ]);
    const scrape = enveloped(band(0.03, 2600, 4, random), [
      [0, 0],
      [0.01, 0.5],
      [0.03, 0],
    ]);
    add(samples, knock, samplesOf(time), between(random, 0.5, 1));
    add(samples, scrape, samplesOf(time + 0.02), between(random, 0.1, 0.6));
  }
  return samples;
}

/** A latch, wood on wood, and the room. */
function door(random: Random): Float64Array {
  const samples = silence(1.3);
  const latch = enveloped(band(0.02, 2900, 3, random), [
    [0, 1],
    [0.02, 0],
  ]);
  add(samples, latch, samplesOf(0.05), 0.5);
  const wood = [170, 265, 520].map((hz) => band(0.4, hz * between(random, 0.8, 1.25), 60, random));
  for (const part of wood)
    add(
      samples,
      enveloped(part, [
        [0, 1],
        [0.05, 0.5],
        [0.4, 0],
      ]),
      samplesOf(0.12),
    );
  const dry = samples.slice();
  for (let echo = 1; echo <= 12; echo++) add(samples, dry, samplesOf(0.021 * echo + 0.01 * random()), 0.6 ** echo);
  return samples;
}

const noteHz = (note: number) => 220 * 2 ** (note / 12);

/** A piano: stretched partials that fade at their own rates, two hands. */
function piano(random: Random): Float64Array {
  const samples = silence(3.5);
  const beat = between(random, 0.18, 0.32);
  const strike = (note: number, force: number) =>
    silence(1.2).map((_, i) => {
      const time = i / SAMPLE_RATE_HZ;
      let sum = 0;
      for (let k = 1; k <= 7; k++) {
        const hz = noteHz(note) * k * Math.sqrt(1 + 0.0004 * k * k);
        if (hz < 3800) sum += (Math.sin(2 * Math.PI * hz * time) * Math.exp(-time * (1.5 + 0.8 * k))) / k;
      }
      return force * sum * Math.min(1, time * 400);
    });
  for (let step = 0; step * beat < 3.3; step++) {
    add(samples, strike(oneOf(random, [0, 3, 7, 10, 12, 15, 19]), between(random, 0.4, 1)), samplesOf(step * beat));
    if (step % 4 === 0) for (const low of [-12, -5]) add(samples, strike(low, 0.8), samplesOf(step * beat));
  }
  return samples;
}

/** Brass in parts: pulses whose brightness swells with their loudness. */
function brass(random: Random): Float64Array {
  const samples = silence(3.5);
  const bar = between(random, 0.35, 0.8);
  for (let at = 0; at < 3.5; at += bar) {
    const root = oneOf(random, [0, 5, 7, -4]);
    for (const step of [0, 4, 7, 12]) {
      const hz = noteHz(root + step) * (1 + 0.003 * gaussian(random));
      const horn = silence(bar * 0.95).map((_, i) => {
        const progress = i / samplesOf(bar * 0.95);
        const swell = Math.min(1, progress * 8) * (1 - progress) ** 0.3;
        let sum = 0;
        for (let k = 1; k <= 10 && hz * k < 3700; k++)
          sum += swell ** (0.5 + k / 3) * Math.sin((2 * Math.PI * hz * k * i) / SAMPLE_RATE_HZ) * 0.8 ** k;
        return sum;
      });
      add(samples, horn, samplesOf(at));
    }
  }
  return samples;
}

/** Electronic: a bass line through a filter that sweeps, kick and clap. */
function dance(random: Random): Float64Array {
  const samples = silence(3.5);
  const beat = 60 / between(random, 110, 135);
  let low = 0;
  let phase = 0;
  let hz = 110;
  for (let i = 0; i < samples.length; i++) {
    const time = i / SAMPLE_RATE_HZ;
    if (i % samplesOf(beat / 4) === 0) hz = noteHz(oneOf(random, [-12, -12, 0, -9, -5]));
    phase = (phase + hz / SAMPLE_RATE_HZ) % 1;
    const cutoff = 0.15 + 0.14 * Math.sin((2 * Math.PI * time) / (beat * 4));
    low += cutoff * ((phase < 0.5 ? 1 : -1) - low);
    const sinceBeat = time % beat;
    samples[i] = low + 1.5 * Math.exp(-sinceBeat * 25) * Math.sin(90 * Math.sqrt(sinceBeat) * 6);
    const sinceClap = (time + beat) % (2 * beat);
    if (sinceClap < 0.12) samples[i]! += gaussian(random) * Math.exp(-sinceClap * 40);
  }
  return samples;
}

/** A ventilator that hums and ticks. */
function fan(random: Random): Float64Array {
  const hz = between(random, 90, 240);
  const tick = samplesOf(between(random, 0.08, 0.25));
  const air = band(3, between(random, 300, 700), 4, random);
  return air.map((x, i) => {
    const hum =
      Math.sin((2 * Math.PI * hz * i) / SAMPLE_RATE_HZ) + 0.5 * Math.sin((4 * Math.PI * hz * i) / SAMPLE_RATE_HZ);
    return x + between(random, 0.24, 0.26) * hum + (i % tick < 12 ? 0.8 * gaussian(random) : 0);
  });
}

/** Cars one after the other on a wet street. */
function street(random: Random): Float64Array {
  const samples = band(3.5, 400, 3, random).map((x) => 0.3 * x);
  for (let car = 0; car < 3; car++) {
    const seconds = between(random, 0.8, 2);
    const hiss = enveloped(band(seconds, between(random, 800, 1800), 3, random), [
      [0, 0],
      [seconds * 0.4, 1],
      [seconds, 0],
    ]);
    add(samples, hiss, samplesOf(between(random, 0, 2)), between(random, 0.6, 2));
  }
  return samples;
}

function breath(random: Random): Float64Array {
  const seconds = between(random, 0.4, 1.4);
  const air = silence(seconds);
  for (const hz of [350, 900, 1600, 2600]) add(air, band(seconds, hz, 8, random), 0, between(random, 0.2, 1));
  const peak = between(random, 0.2, 0.7) * seconds;
  return enveloped(air, [
    [0, 0],
    [peak, 1],
    [seconds, 0],
  ]);
}

/** Ringing of several countries, with their beats, and digits dialled by a machine. */
function networkTones(random: Random): Float64Array {
  const sines = (seconds: number, ...hz: number[]) =>
    silence(seconds).map((_, i) =>
      hz.reduce((total, f) => total + Math.sin((2 * Math.PI * f * i) / SAMPLE_RATE_HZ), 0),
    );
  const digit = () => sines(0.07, oneOf(random, [697, 770, 852, 941]), oneOf(random, [1209, 1336, 1477]));
  return oneOf(random, [
    () => sines(2, 400, 450),
    () => concatenate([sines(0.4, 400, 450), silence(0.2), sines(0.4, 400, 450), silence(1)]),
    () => sines(1.5, 440),
    () => concatenate(Array.from({ length: 8 }, () => concatenate([digit(), silence(0.07)]))),
    () => sines(2, 425).map((x, i) => x * (1 + 0.5 * Math.sin((2 * Math.PI * 25 * i) / SAMPLE_RATE_HZ))),
    () => concatenate([sines(0.3, 1400), silence(0.7), sines(0.3, 1400)]),
  ])();
}

/** By what they are, for measuring alone. */
export const heldOutNoises: Readonly<Record<string, (random: Random) => Float64Array>> = {
  cough,
  'throat clearing': throatClearing,
  keyboard,
  door,
  'music, piano': piano,
  'music, brass': brass,
  'music, dance': dance,
  fan,
  street,
  breath,
  'network tones': networkTones,
};
