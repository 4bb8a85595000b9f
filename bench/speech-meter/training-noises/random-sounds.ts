import { SAMPLE_RATE_HZ } from '@parley/audio';
import { add, between, colouredNoise, gaussian, type Random, resonate, samplesOf, silence } from '../signal-parts.ts';

/** A whistle, a siren, an instrument that slides: one line of few partials that goes on without gaps. */
function glides(random: Random): Float64Array {
  const samples = silence(between(random, 1.5, 3.5));
  const shares = [1, ...Array.from({ length: Math.floor(random() * 8) }, () => random() ** 2)];
  const slideSeconds = between(random, 0.005, 0.3);
  const vibratoHz = between(random, 2, 8);
  const vibrato = between(random, 0, 0.03);
  const lowHz = between(random, 200, 700);
  const highHz = lowHz * between(random, 1.3, 4);
  let hz = between(random, lowHz, highHz);
  let target = hz;
  let next = 0;
  let phase = 0;
  for (let i = 0; i < samples.length; i++) {
    if (i >= next) {
      target = between(random, lowHz, highHz);
      next = i + samplesOf(between(random, 0.1, 1.2));
    }
    hz += (target - hz) / (slideSeconds * SAMPLE_RATE_HZ);
    phase += (hz * (1 + vibrato * Math.sin((2 * Math.PI * vibratoHz * i) / SAMPLE_RATE_HZ))) / SAMPLE_RATE_HZ;
    for (const [k, share] of shares.entries())
      if (hz * (k + 1) < 3700) samples[i]! += share * Math.sin(2 * Math.PI * phase * (k + 1) + k);
    samples[i]! += 0.03 * gaussian(random);
  }
  return samples;
}

/** Rain, gravel, paper, a bad contact: many small impacts, of one material. */
function crackles(random: Random): Float64Array {
  const seconds = between(random, 1.5, 3.5);
  const samples = colouredNoise(seconds, 0.5, random).map((x) => x * between(random, 0, 0.1));
  const perSecond = 10 ** between(random, 1, 2.8);
  const ringHz = between(random, 300, 3400);
  const bandwidthHz = between(random, 100, 2000);
  const strike = resonate(Float64Array.of(1, ...new Float64Array(200)), ringHz, bandwidthHz);
  for (let time = 0; time < seconds; time += -Math.log(1 - random()) / perSecond)
    add(samples, strike, samplesOf(time), (8 * between(random, 0.1, 1) ** 2) / Math.max(...strike));
  return samples;
}

/** Rubbing, blowing, spraying, dragging: bursts of coloured noise of any envelope. */
function bursts(random: Random): Float64Array {
  const samples = silence(between(random, 1, 3));
  const pole = between(random, 0, 0.98);
  const centreHz = between(random, 250, 3000);
  const bandwidthHz = between(random, 200, 2000);
  for (let at = 0; at < samples.length; ) {
    const seconds = between(random, 0.05, 0.8);
    const rise = between(random, 0.02, 0.9);
    const burst = resonate(colouredNoise(seconds, pole, random), centreHz, bandwidthHz).map((x, i) => {
      const progress = i / samplesOf(seconds);
      return x * (progress < rise ? progress / rise : (1 - progress) / (1 - rise));
    });
    add(samples, burst, at, between(random, 0.4, 1));
    at += samplesOf(seconds * between(random, 0.6, 2));
  }
  return samples;
}

/** Of nothing in particular: what is between the sounds that have names. */
export const randomSounds: Readonly<Record<string, (random: Random) => Float64Array>> = { glides, crackles, bursts };
