import { SAMPLE_RATE_HZ } from '@parley/audio';
import { add, between, concatenate, gaussian, oneOf, type Random, samplesOf, silence } from '../signal-parts.ts';

/** A state-variable filter (Chamberlin 1985) whose centre may move; Hz and quality of one sample after the other. */
function filtered(samples: Float64Array, centreHz: (time: number) => number, quality: number): Float64Array {
  let low = 0;
  let band = 0;
  return samples.map((sample, i) => {
    const f = 2 * Math.sin((Math.PI * Math.min(1250, centreHz(i / SAMPLE_RATE_HZ))) / SAMPLE_RATE_HZ);
    low += f * band;
    const high = sample - low - band / quality;
    band += f * high;
    return band;
  });
}

const noise = (seconds: number, random: Random) => silence(seconds).map(() => gaussian(random));
const faded = (samples: Float64Array, level: (time: number) => number) =>
  samples.map((sample, i) => sample * level(i / SAMPLE_RATE_HZ));

/** A plosive release with a throat that narrows behind it; a fit has up to four. */
function cough(random: Random): Float64Array {
  const parts: Float64Array[] = [];
  const fit = 1 + Math.floor(random() * 4);
  for (let i = 0; i < fit; i++) {
    const seconds = between(random, 0.15, 0.35);
    const closingHz = between(random, 700, 1200);
    const air = noise(seconds, random);
    const throat = filtered(air, (time) => closingHz * (1 - 0.5 * (time / seconds)), between(random, 1, 4));
    const release = faded(air, (time) => 0.5 * Math.exp(-time * 90));
    const whole = faded(throat, (time) => Math.min(1, time * 300) * (1 - time / seconds) ** between(random, 1, 3));
    add(whole, release, 0);
    parts.push(whole, silence(between(random, 0.04, 0.2)));
  }
  return concatenate(parts);
}

/** Two notes, low and rough: "ahem" with closed lips. */
function throatClearing(random: Random): Float64Array {
  const parts: Float64Array[] = [];
  const seconds = [between(random, 0.12, 0.25), between(random, 0.2, 0.45)];
  const hz = between(random, 55, 130);
  for (const part of seconds) {
    let phase = 0;
    let cycle = 1;
    const rough = silence(part).map((_, i) => {
      phase += (hz * cycle) / SAMPLE_RATE_HZ;
      if (phase >= 1) {
        phase -= 1;
        // Cords under mucus skip, so that every cycle has another length.
        cycle = between(random, 0.55, 1.6);
      }
      const flow = phase < 0.35 ? Math.sin((Math.PI * phase) / 0.35) : 0;
      const swelling = Math.sin((Math.PI * i) / samplesOf(part)) ** 0.7;
      return swelling * (flow - 0.3 + gaussian(random) * (0.15 + 0.5 * flow));
    });
    parts.push(
      filtered(rough, () => between(random, 480, 520), 2).map((x, i) => x + 0.4 * rough[i]!),
      silence(between(random, 0.03, 0.12)),
    );
  }
  return concatenate(parts);
}

/** A touch typist: runs of strokes, each of three ticks, on a table that answers. */
function typing(random: Random): Float64Array {
  const samples = silence(2.5);
  const tableHz = between(random, 200, 420);
  for (let time = 0.02; time < 2.4; time += random() < 0.15 ? between(random, 0.3, 0.6) : between(random, 0.09, 0.17)) {
    const force = between(random, 0.5, 1);
    for (const [delay, share] of [
      [0, 0.6],
      [0.012, 1],
      [between(random, 0.06, 0.1), 0.35],
    ] as const) {
      const tick = faded(noise(0.02, random), (t) => Math.exp(-t * between(random, 500, 520)));
      add(samples, tick, samplesOf(time + delay), force * share);
    }
    const table = silence(0.08).map(
      (_, i) => Math.sin((2 * Math.PI * tableHz * i) / SAMPLE_RATE_HZ) * Math.exp(-i / 120),
    );
    add(samples, table, samplesOf(time + 0.012), 0.4 * force);
  }
  return samples;
}

/** A hinge that creaks, and the door that falls to. */
function door(random: Random): Float64Array {
  const samples = silence(1.6);
  if (random() < 0.5) {
    let phase = 0;
    const creak = silence(0.6).map((_, i) => {
      phase += (between(random, 30, 34) + i / 200) / SAMPLE_RATE_HZ;
      return phase % 1 < 0.06 ? gaussian(random) : 0;
    });
    add(
      samples,
      filtered(creak, () => 1100, 8),
      0,
      0.5,
    );
  }
  const bang = faded(noise(0.5, random), (time) => Math.exp(-time * 25));
  add(
    samples,
    filtered(bang, () => between(random, 150, 155), 3),
    samplesOf(0.7),
    3,
  );
  add(
    samples,
    faded(noise(0.1, random), (time) => Math.exp(-time * 120)),
    samplesOf(0.7),
  );
  return samples;
}

const noteHz = (note: number) => 440 * 2 ** ((note - 69) / 12);

/** An organ with a tremulant: long chords, drawbars, no attack. */
function organ(random: Random): Float64Array {
  const samples = silence(3.5);
  const bar = between(random, 0.7, 1.4);
  const drawbars = [0.5, 1, 1.5, 2, 3, 4].map((ratio) => [ratio, random()] as const);
  const tremulantHz = between(random, 5, 7);
  for (let at = 0; at < 3.5; at += bar) {
    const root = 50 + oneOf(random, [0, 2, 5, 7, 9]);
    for (const note of [root, root + 4, root + 7])
      for (const [ratio, share] of drawbars) {
        const hz = noteHz(note) * ratio;
        const pipe = silence(bar).map((_, i) => {
          const time = i / SAMPLE_RATE_HZ;
          const tremble = 1 + 0.15 * Math.sin(2 * Math.PI * tremulantHz * time);
          return hz < 3600 ? share * tremble * Math.sin(2 * Math.PI * hz * time + ratio) * Math.min(1, time * 60) : 0;
        });
        add(samples, pipe, samplesOf(at));
      }
  }
  return samples;
}

/** Guitars through an amplifier that distorts, with a snare on the second beat. */
function rock(random: Random): Float64Array {
  const beat = between(random, 0.22, 0.34);
  const guitars = silence(3.5);
  for (let step = 0; step * beat < 3.5; step++) {
    const root = 40 + oneOf(random, [0, 3, 5, 7, 10]);
    for (const note of [root, root + 7, root + 12]) {
      const hz = noteHz(note);
      const string = silence(beat).map((_, i) => {
        const time = i / SAMPLE_RATE_HZ;
        return (2 * ((hz * time) % 1) - 1) * Math.exp(-time * 4);
      });
      add(guitars, string, samplesOf(step * beat));
    }
  }
  const amplified = guitars.map((sample) => Math.tanh(4 * sample));
  for (let step = 0; step * beat < 3.5; step++) {
    const snare = faded(noise(0.18, random), (time) => Math.exp(-time * 28));
    if (step % 2 === 1) add(amplified, snare, samplesOf(step * beat), 1.5);
    const cymbal = faded(noise(0.08, random), (time) => Math.exp(-time * 70));
    add(amplified, cymbal, samplesOf(step * beat), 0.4);
  }
  return amplified;
}

/** One flute or violin by itself, with slides, vibrato and a room. */
function solo(random: Random): Float64Array {
  const samples = silence(3.5);
  const brightness = between(random, 1, 3);
  let hz = noteHz(67);
  let target = hz;
  let phase = 0;
  let next = 0;
  for (let i = 0; i < samples.length; i++) {
    const time = i / SAMPLE_RATE_HZ;
    if (time >= next) {
      target = noteHz(62 + oneOf(random, [0, 2, 4, 5, 7, 9, 11, 12, 14]));
      next = time + between(random, 0.2, 0.7);
    }
    hz += 0.002 * (target - hz);
    phase += (hz * (1 + 0.005 * Math.sin(2 * Math.PI * 5.5 * time))) / SAMPLE_RATE_HZ;
    for (let k = 1; k <= 6 && hz * k < 3600; k++) samples[i]! += Math.sin(2 * Math.PI * phase * k) / k ** brightness;
    samples[i]! += 0.02 * gaussian(random);
  }
  for (let i = 900; i < samples.length; i++) samples[i]! += 0.35 * samples[i - 900]!;
  return samples;
}

/** A machine that turns: a motor's whine over air. */
function vacuumCleaner(random: Random): Float64Array {
  const whineHz = between(random, 280, 600);
  const air = filtered(noise(3, random), () => between(random, 890, 910), 0.7);
  return air.map((x, i) => x + 0.4 * Math.sin((2 * Math.PI * whineHz * i) / SAMPLE_RATE_HZ + Math.sin(i / 4000)));
}

/** Rain on a roof: thousands of drops. */
function rain(random: Random): Float64Array {
  const samples = noise(3, random).map((x) => 0.2 * x);
  for (let drop = 0; drop < 900; drop++) {
    const at = Math.floor(random() * samples.length);
    const hz = between(random, 600, 3000);
    for (let i = 0; i < 60 && at + i < samples.length; i++)
      samples[at + i]! += Math.sin((2 * Math.PI * hz * i) / SAMPLE_RATE_HZ) * Math.exp(-i / 12) * between(random, 1, 3);
  }
  return samples;
}

/** A siren that goes by. */
function siren(random: Random): Float64Array {
  let phase = 0;
  const wail = oneOf(random, [0.3, 0.5, 3]);
  const dopplerHz = between(random, -40, 40);
  return silence(3).map((_, i) => {
    const time = i / SAMPLE_RATE_HZ;
    phase += (900 + 350 * Math.sin(2 * Math.PI * wail * time) + dopplerHz * time) / SAMPLE_RATE_HZ;
    return Math.sin(2 * Math.PI * phase) + 0.4 * Math.sin(6 * Math.PI * phase) + 0.1 * gaussian(random);
  });
}

/** Air that hits the microphone's hole: it rumbles and clips. */
function breath(random: Random): Float64Array {
  const seconds = between(random, 0.4, 1.2);
  const air = noise(seconds, random);
  const hiss = filtered(air, (time) => 500 + 400 * Math.sin((Math.PI * time) / seconds), 0.8);
  let walk = 0;
  return hiss.map((x, i) => {
    walk = 0.98 * walk + 0.3 * gaussian(random);
    const swelling = Math.sin((Math.PI * i) / samplesOf(seconds));
    return Math.max(-1.5, Math.min(1.5, swelling * (x + walk)));
  });
}

/** What a fax, a telephone in the room and a paid-phone service send. */
function networkTones(random: Random): Float64Array {
  const tone = (seconds: number, ...hz: number[]) =>
    silence(seconds).map((_, i) =>
      hz.reduce((total, f) => total + Math.sin((2 * Math.PI * f * i) / SAMPLE_RATE_HZ), 0),
    );
  return oneOf(random, [
    () => concatenate([tone(0.5, 1100), silence(1.5), tone(0.5, 1100)]),
    () => concatenate(Array.from({ length: 20 }, (_, i) => tone(0.05, i % 2 === 0 ? 1000 : 1300))),
    () => concatenate(Array.from({ length: 5 }, () => concatenate([tone(0.1, 770, 1336), silence(0.1)]))),
    () => concatenate([tone(0.2, 523), tone(0.2, 659), tone(0.4, 784), silence(0.5)]),
    () => tone(2, 350, 440),
    () => concatenate([tone(0.2, 600), silence(0.2), tone(0.2, 600), silence(0.2), tone(0.2, 600)]),
  ])();
}

/** By what they are. Each makes another sound at each call. */
export const thirdFormulas: Readonly<Record<string, (random: Random) => Float64Array>> = {
  'cough in fits': cough,
  'throat in two notes': throatClearing,
  typing,
  'hinge and door': door,
  'music, organ': organ,
  'music, rock': rock,
  'music, solo': solo,
  'vacuum cleaner': vacuumCleaner,
  rain,
  siren,
  'breath that clips': breath,
  'tones of a fax and others': networkTones,
};
