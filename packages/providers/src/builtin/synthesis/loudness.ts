import { type AudioRateHz, levelDbfs } from '@parley/audio';

/** The level of a telephone network's speech (ITU-T P.56 gives about −20 dBm0 of active speech). */
const SPEECH_DBFS = -20;
const PEAK_DBFS = -3.1;
/** Flite's pauses are digital silence or nearly: sound is what is louder than this. */
const SILENCE_DBFS = -50;
const BLOCK_S = 0.01;
/** What is left before the first sound and after the last one: enough that no consonant is cut. */
const LEAD_S = 0.02;
const TAIL_S = 0.06;

function blocks(samples: Int16Array, size: number): Int16Array[] {
  const count = Math.ceil(samples.length / size);
  return Array.from({ length: count }, (_, i) => samples.subarray(i * size, (i + 1) * size));
}

/** Raises or lowers speech so that its voiced parts are at −20 dBFS RMS, with no peak over −3 dBFS. */
function level(samples: Int16Array, active: Int16Array[]): Int16Array {
  let energy = 0;
  for (const block of active) energy += 10 ** (levelDbfs(block) / 10);
  const gainDb = SPEECH_DBFS - 10 * Math.log10(energy / active.length);
  const peak = samples.reduce((highest, sample) => Math.max(highest, Math.abs(sample)), 1);
  const gain = Math.min(10 ** (gainDb / 20), (10 ** (PEAK_DBFS / 20) * 32768) / peak);
  return samples.map((sample) => Math.round(sample * gain));
}

/** A clause as it is played. */
interface FinishedClause {
  /** Empty when it was silent. */
  samples: Int16Array;
  /** How much of it was cut away at its beginning. */
  startMs: number;
}

/** One synthesized clause as it is played: silence around it trimmed, at telephone level. */
export function finishClause(samples: Int16Array, rateHz: AudioRateHz): FinishedClause {
  const size = BLOCK_S * rateHz;
  const all = blocks(samples, size);
  const isActive = (block: Int16Array) => levelDbfs(block) > SILENCE_DBFS;
  const first = all.findIndex(isActive);
  if (first === -1) return { samples: new Int16Array(0), startMs: 0 };
  const last = all.findLastIndex(isActive);
  const start = Math.max(0, first * size - LEAD_S * rateHz);
  const end = Math.min(samples.length, (last + 1) * size + TAIL_S * rateHz);
  return { samples: level(samples.subarray(start, end), all.filter(isActive)), startMs: (start / rateHz) * 1000 };
}
