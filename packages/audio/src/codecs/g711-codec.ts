import { RateConverter } from '../rate-converter.ts';
import type { AudioDecoder, AudioEncoder, AudioRateHz } from './audio-codec.ts';
import { decodeG711, encodeG711, type G711 } from './g711.ts';

const RATE_HZ = 8000;

/** G.711 for audio of either rate. */
export class G711Encoder implements AudioEncoder {
  readonly #codec: G711;
  readonly #converter: RateConverter | null;

  constructor(codec: G711, rateHz: AudioRateHz) {
    this.#codec = codec;
    this.#converter = rateHz === RATE_HZ ? null : new RateConverter(rateHz, RATE_HZ);
  }

  encode(samples: Int16Array, out: Uint8Array): number {
    const narrow = this.#converter?.convert(samples) ?? samples;
    encodeG711(this.#codec, narrow, out);
    return narrow.length;
  }

  close(): void {}
}

/** The other way. */
export class G711Decoder implements AudioDecoder {
  readonly #codec: G711;
  readonly #converter: RateConverter | null;

  constructor(codec: G711, rateHz: AudioRateHz) {
    this.#codec = codec;
    this.#converter = rateHz === RATE_HZ ? null : new RateConverter(RATE_HZ, rateHz);
  }

  decode(payload: Uint8Array): Int16Array {
    const samples = decodeG711(this.#codec, payload);
    return this.#converter?.convert(samples) ?? samples;
  }

  close(): void {}
}
