import { FRAME_MS, FRAME_SAMPLES, levelDbfs } from '@parley/audio';
import { seededRandom } from '@parley/audio/testing';
import { PinkNoise } from '@parley/simulated-phone';

/**
 * Where the caller is, beyond the noise of the line. `room`: a hands-free telephone a few steps away, whose room answers for 0.4 s.
 * `car`: the rumble of a road at -38 dBov. `street`: noise that swells from -58 to -36 dBov and ebbs, as what drives by does.
 * `gated`: noise of -42 dBov that a mobile telephone lets through while its owner speaks, and nothing at all otherwise.
 */
export const PLACES = ['room', 'car', 'street', 'gated'] as const;
export type Place = (typeof PLACES)[number];

type SoundThere = (said: Int16Array) => Int16Array;

/** What a frame of the caller's sounds like there. The same seed makes the same noise. */
export function soundAt(place: Place, seed: number): SoundThere {
  const random = seededRandom(seed);
  const made = { room, car, street, gated };
  return made[place](random);
}

const clipped = (sample: number): number => Math.max(-32768, Math.min(32767, Math.round(sample)));
const gainOf = (db: number): number => 10 ** (db / 20);

/** Delays of Schroeder's four combs and two all-pass filters, in samples of 8 kHz. */
const COMBS = [241, 287, 331, 379];
const ALL_PASSES = [79, 31];
const REVERBERATION_S = 0.4;
/** What the room adds is nearly as loud as what comes straight. */
const ROOM_DB = -5;

function room(): SoundThere {
  const combs = COMBS.map((length) => comb(length, 10 ** ((-3 * length) / 8000 / REVERBERATION_S)));
  const passes = ALL_PASSES.map(allPass);
  return (said) =>
    said.map((sample) => {
      const sum = combs.reduce((total, filter) => total + filter(sample), 0) / COMBS.length;
      return clipped(sample + gainOf(ROOM_DB) * passes.reduce((value, filter) => filter(value), sum * 2));
    });
}

function comb(length: number, feedback: number): (sample: number) => number {
  const line = new Float64Array(length);
  let at = 0;
  return (sample) => {
    const out = line[at]!;
    line[at] = sample + feedback * out;
    at = (at + 1) % length;
    return out;
  };
}

function allPass(length: number): (sample: number) => number {
  const line = new Float64Array(length);
  let at = 0;
  return (sample) => {
    const delayed = line[at]!;
    const out = delayed - 0.7 * sample;
    line[at] = sample + 0.7 * out;
    at = (at + 1) % length;
    return out;
  };
}

const CAR_DBOV = -38;

/** Low, and a little uneven, as an engine and a road are. */
function car(random: () => number): SoundThere {
  let [low, lower, atS] = [0, 0, 0];
  return (said) =>
    said.map((sample) => {
      low += 0.22 * (2 * random() - 1 - low);
      lower += 0.12 * (low - lower);
      atS += 1 / 8000;
      const unevenness = 1 + 0.3 * Math.sin(2 * Math.PI * 0.7 * atS) * Math.sin(2 * Math.PI * 0.13 * atS);
      const hum = 0.05 * Math.sin(2 * Math.PI * 187 * atS) + 0.03 * Math.sin(2 * Math.PI * 374 * atS);
      return clipped(sample + 32768 * gainOf(CAR_DBOV) * unevenness * (lower / CAR_RMS + hum / 0.08));
    });
}

/** Of white noise behind both filters of `car`. */
const CAR_RMS = 0.135;

const STREET_DBOV = { least: -58, most: -36 };

function street(random: () => number): SoundThere {
  const noise = new PinkNoise(STREET_DBOV.most, random);
  let [fromS, lastS, atS] = [0, 4, 0];
  return (said) => {
    const wave = noise.nextFrame();
    if (atS >= fromS + lastS) [fromS, lastS] = [atS, 3 + 5 * random()];
    const nearness = Math.sin((Math.PI * (atS - fromS)) / lastS) ** 2;
    atS += FRAME_MS / 1000;
    const gain = gainOf((STREET_DBOV.least - STREET_DBOV.most) * (1 - nearness));
    return said.map((sample, index) => clipped(sample + gain * wave[index]!));
  };
}

const GATED_DBOV = -42;
const GATE_OPENS_DBOV = -45;
const GATE_STAYS_MS = 200;

function gated(random: () => number): SoundThere {
  const noise = new PinkNoise(GATED_DBOV, random);
  let openMs = 0;
  return (said) => {
    const wave = noise.nextFrame();
    openMs = levelDbfs(said) > GATE_OPENS_DBOV ? GATE_STAYS_MS : openMs - FRAME_MS;
    if (openMs < 0) return new Int16Array(FRAME_SAMPLES);
    return said.map((sample, index) => clipped(sample + wave[index]!));
  };
}
