const PCM = 1;
const FLOAT = 3;
/** WAVE_FORMAT_EXTENSIBLE keeps the real format in the first two bytes of its sub-format. */
const EXTENSIBLE = 0xfffe;
/** The chunks before the audio are tags, if anything. */
const MAX_HEADER_BYTES = 1 << 16;
/** What is written for a size that is not known yet: all ones, or the greatest signed number. */
const UNKNOWN_SIZE = 0x7fff0000;

interface SampleFormat {
  rateHz: number;
  channels: number;
  isFloat: boolean;
}

interface Data {
  /** Of the file: where the samples begin. */
  offset: number;
  bytes: number;
}

/** Samples out of bytes that come in pieces of any size: a WAV file of 16-bit or float samples, or bare 16-bit mono. */
export class AudioDecoder {
  readonly #hasExactSizes: boolean;
  #format: SampleFormat;
  /** Bytes that are no whole sample yet, or no whole header. */
  #rest: Buffer = Buffer.alloc(0);
  #isBegun = false;
  #bytesLeft = Number.POSITIVE_INFINITY;

  /** @param rateHz of bare samples */
  constructor({ rateHz, hasExactSizes }: { rateHz: number; hasExactSizes: boolean }) {
    this.#format = { rateHz, channels: 1, isFloat: false };
    this.#hasExactSizes = hasExactSizes;
  }

  /** Known when the first samples are. */
  get sampleRateHz(): number {
    return this.#format.rateHz;
  }

  /** Mono. Throws an Error when it is a WAV file that cannot be read. */
  push(bytes: Uint8Array): Int16Array {
    this.#rest = Buffer.concat([this.#rest, bytes]);
    if (!this.#isBegun && !this.#begin()) return new Int16Array(0);
    const { channels, isFloat } = this.#format;
    const frameBytes = channels * (isFloat ? 4 : 2);
    const available = Math.min(this.#rest.length, this.#bytesLeft);
    const frames = Math.floor(available / frameBytes);
    const samples = new Int16Array(frames);
    for (let frame = 0; frame < frames; frame += 1) samples[frame] = this.#frameAt(frame * frameBytes);
    this.#bytesLeft -= frames * frameBytes;
    // What is behind the audio is tags again.
    this.#rest = this.#bytesLeft < frameBytes ? Buffer.alloc(0) : this.#rest.subarray(frames * frameBytes);
    return samples;
  }

  #frameAt(offset: number): number {
    const { channels, isFloat } = this.#format;
    let sum = 0;
    for (let channel = 0; channel < channels; channel += 1) {
      sum += isFloat
        ? this.#rest.readFloatLE(offset + channel * 4) * 0x7fff
        : this.#rest.readInt16LE(offset + channel * 2);
    }
    return Math.max(-0x8000, Math.min(0x7fff, Math.round(sum / channels)));
  }

  /** False while the header is not complete. */
  #begin(): boolean {
    if (this.#rest.length < 12) return false;
    if (this.#rest.toString('latin1', 0, 4) !== 'RIFF') {
      if (isCompressed(this.#rest)) throw new Error('compressed audio');
      this.#isBegun = true;
      return true;
    }
    const data = this.#readHeader();
    if (!data) {
      if (this.#rest.length > MAX_HEADER_BYTES) throw new Error('a WAV file without audio');
      return false;
    }
    const isKnown = this.#hasExactSizes && data.bytes > 0 && data.bytes < UNKNOWN_SIZE;
    if (isKnown) this.#bytesLeft = data.bytes;
    this.#rest = this.#rest.subarray(data.offset);
    this.#isBegun = true;
    return true;
  }

  #readHeader(): Data | null {
    let hasFormat = false;
    for (let offset = 12; offset + 8 <= this.#rest.length; ) {
      const id = this.#rest.toString('latin1', offset, offset + 4);
      const bytes = this.#rest.readUInt32LE(offset + 4);
      const body = offset + 8;
      if (id === 'data') {
        if (!hasFormat) throw new Error('a WAV file without a format');
        return { offset: body, bytes };
      }
      if (id === 'fmt ' && body + bytes <= this.#rest.length) {
        this.#format = readFormat(this.#rest.subarray(body, body + bytes));
        hasFormat = true;
      }
      // Chunks are padded to an even length.
      offset = body + bytes + (bytes & 1);
    }
    return null;
  }
}

function readFormat(chunk: Buffer): SampleFormat {
  if (chunk.length < 16) throw new Error('a WAV file with half a format');
  const tag = chunk.readUInt16LE(0);
  const format = tag === EXTENSIBLE && chunk.length >= 26 ? chunk.readUInt16LE(24) : tag;
  const bits = chunk.readUInt16LE(14);
  const isFloat = format === FLOAT && bits === 32;
  if (!isFloat && !(format === PCM && bits === 16)) throw new Error(`WAV of format ${format} with ${bits} bits`);
  const channels = chunk.readUInt16LE(2);
  const rateHz = chunk.readUInt32LE(4);
  if (channels === 0 || rateHz === 0) throw new Error('WAV without channels or rate');
  return { rateHz, channels, isFloat };
}

/** The beginnings of MP3, Ogg and FLAC files: servers send them that do not know the format that was asked for. */
const isCompressed = (head: Buffer): boolean => /^(ID3|OggS|fLaC)/.test(head.toString('latin1', 0, 4));
