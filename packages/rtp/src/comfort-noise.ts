import { type AudioRateHz, frameSamples } from '@parley/audio';
import { ahead16 } from './serial-number.ts';

const FULL_SCALE = 32_768;
/** Background, and never more: whatever the packet says (RFC 3389 section 3 has 0 to −127 dBov). */
const LOUDEST_DBOV = -40;

interface NoisePacket {
  sequenceNumber: number;
  payload: Uint8Array;
}

/**
 * What is played while a sender pauses and has said how loud its background is (RFC 3389). The noise is white: its spectrum,
 * which may be in the packet as well, is left out.
 */
export class ComfortNoise {
  private readonly samples: Int16Array;
  private amplitude = 0;
  /** Of the packet that began it; null while there is none. */
  private beganAt: number | null = null;
  /** Sound has come that follows it, and may wait to be played. */
  private isEnding = false;
  private state = 1;

  constructor(rateHz: AudioRateHz) {
    this.samples = new Int16Array(frameSamples(rateHz));
  }

  /** A packet of comfort noise, of a byte or more. */
  begin({ sequenceNumber, payload }: NoisePacket): void {
    if (this.beganAt !== null && ahead16(sequenceNumber, this.beganAt) < 0) return;
    const level = Math.min(LOUDEST_DBOV, -(payload[0]! & 0x7f));
    // Evenly spread samples have a root mean square of their bound over √3.
    this.amplitude = Math.sqrt(3) * FULL_SCALE * 10 ** (level / 20);
    this.beganAt = sequenceNumber;
    this.isEnding = false;
  }

  /** A packet of audio: when it is newer than the noise, the pause is over once it is played. */
  endAt({ sequenceNumber }: { sequenceNumber: number }): void {
    if (this.beganAt !== null && ahead16(sequenceNumber, this.beganAt) > 0) this.isEnding = true;
  }

  /** Sound of the packet with this number was played. */
  soundPlayed(sequenceNumber: number): void {
    if (this.isEnding && ahead16(sequenceNumber, this.beganAt!) > 0) {
      this.beganAt = null;
      this.isEnding = false;
    }
  }

  /**
   * 20 ms of it in the place of a frame that is not there; null when that is no pause. What is `lost` behind a pause was
   * sound, and is to be concealed. Valid until the next call.
   */
  frame(missing: 'lost' | 'empty'): Int16Array | null {
    if (this.beganAt === null || (this.isEnding && missing === 'lost')) return null;
    for (let i = 0; i < this.samples.length; i++) this.samples[i] = Math.round(this.amplitude * this.nextRandom());
    return this.samples;
  }

  /** −1 to 1: a linear congruential generator, whose upper bits are noise enough. */
  private nextRandom(): number {
    this.state = (Math.imul(this.state, 1_664_525) + 1_013_904_223) | 0;
    return this.state / 2 ** 31;
  }
}
