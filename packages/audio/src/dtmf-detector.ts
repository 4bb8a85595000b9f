import { DTMF_COLUMNS_HZ, DTMF_ROWS_HZ, dtmfDigit } from './dtmf.ts';
import { SAMPLE_RATE_HZ } from './frame.ts';
import { energyOf, goertzelEnergy, withoutTone } from './goertzel.ts';

/**
 * 12.75 ms: with it a tone that is 1.5 % off still falls into its bin and one that is 3.5 % off falls out (ITU-T Q.24),
 * and a digit of 40 ms covers two whole blocks however they lie.
 */
const BLOCK_SAMPLES = 102;
/** −42 dBFS: weaker sound is line noise or crosstalk. */
const MINIMUM_ENERGY = BLOCK_SAMPLES * (32768 * 10 ** (-42 / 20)) ** 2;
/**
 * The high tone may be 8 dB weaker (long lines lose high frequencies) or 4 dB stronger than the low one (Q.24). A tone that is off
 * its frequency loses up to 2 dB in its bin: the two have room for that.
 */
const TWIST = 10 ** (11 / 10);
const REVERSE_TWIST = 10 ** (6 / 10);
/** How far the strongest tone of a group is above its others. */
const GROUP_PEAK = 10 ** (6 / 10);
/** Share of the audio that must lie in the two tones: speech spreads its energy, and that is what keeps it out. */
const PURITY = 0.72;
/** Blocks that agree before a digit is believed, and blocks without it before the same digit counts again. */
const BLOCKS_TO_BEGIN = 2;
const BLOCKS_TO_END = 2;

/** Index of the largest value, or −1 when another comes within GROUP_PEAK of it. */
function clearPeak(energies: readonly number[]): number {
  let peak = 0;
  for (let i = 1; i < energies.length; i++) if (energies[i]! > energies[peak]!) peak = i;
  const clear = energies.every((energy, i) => i === peak || energy * GROUP_PEAK < energies[peak]!);
  return clear ? peak : -1;
}

/** The digit that sounds in one block of 8 kHz audio, or null. */
function digitIn(block: Int16Array): string | null {
  const energy = energyOf(block);
  if (energy < MINIMUM_ENERGY) return null;
  const rows = energiesAt(DTMF_ROWS_HZ, block);
  const row = clearPeak(rows);
  if (row < 0) return null;
  const columns = energiesAt(DTMF_COLUMNS_HZ, withoutTone(block, DTMF_ROWS_HZ[row]!, SAMPLE_RATE_HZ));
  const column = clearPeak(columns);
  if (column < 0) return null;
  const high = columns[column]!;
  const alone = withoutTone(block, DTMF_COLUMNS_HZ[column]!, SAMPLE_RATE_HZ);
  const low = goertzelEnergy(alone, DTMF_ROWS_HZ[row]!, SAMPLE_RATE_HZ);
  if (low > high * TWIST || high > low * REVERSE_TWIST) return null;
  return low + high >= energy * PURITY ? dtmfDigit(row, column) : null;
}

const energiesAt = (frequenciesHz: readonly number[], samples: ArrayLike<number>): number[] =>
  frequenciesHz.map((frequencyHz) => goertzelEnergy(samples, frequencyHz, SAMPLE_RATE_HZ));

/** Hears DTMF in the audio itself, for peers that send no telephone events. One for each call. */
export class DtmfDetector {
  private readonly block = new Int16Array(BLOCK_SAMPLES);
  private blockLength = 0;
  private candidate: string | null = null;
  private candidateBlocks = 0;
  /** The digit that was reported and still sounds. */
  private sounding: string | null = null;
  private blocksWithout = 0;

  /** One 20 ms frame. Returns a digit once, as soon as it is certain (25 to 40 ms after its start), or null. */
  push(frame: Int16Array): string | null {
    let reported: string | null = null;
    for (let offset = 0; offset < frame.length; ) {
      const taken = Math.min(BLOCK_SAMPLES - this.blockLength, frame.length - offset);
      this.block.set(frame.subarray(offset, offset + taken), this.blockLength);
      this.blockLength += taken;
      offset += taken;
      if (this.blockLength === BLOCK_SAMPLES) {
        this.blockLength = 0;
        reported = this.judge(digitIn(this.block)) ?? reported;
      }
    }
    return reported;
  }

  private judge(digit: string | null): string | null {
    this.candidateBlocks = digit !== null && digit === this.candidate ? this.candidateBlocks + 1 : 1;
    this.candidate = digit;
    this.blocksWithout = digit === this.sounding ? 0 : this.blocksWithout + 1;
    if (this.blocksWithout >= BLOCKS_TO_END) this.sounding = null;
    if (digit === null || digit === this.sounding || this.candidateBlocks < BLOCKS_TO_BEGIN) return null;
    this.sounding = digit;
    this.blocksWithout = 0;
    return digit;
  }
}
