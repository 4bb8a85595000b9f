const HEADER_BYTES = 44;
const PCM = 1;
/** WAVE_FORMAT_EXTENSIBLE keeps the real format in the first two bytes of its sub-format. */
const EXTENSIBLE = 0xfffe;
const MAXIMUM_SIZE = 0xffffffff;

/** The bytes are not a WAV file that can be read; `message` says why. */
export class WavError extends Error {
  override readonly name = 'WavError';
}

function writeAscii(view: DataView, offset: number, text: string): void {
  for (let i = 0; i < text.length; i++) view.setUint8(offset + i, text.charCodeAt(i));
}

function readAscii(view: DataView, offset: number): string {
  return String.fromCharCode(...new Uint8Array(view.buffer, view.byteOffset + offset, 4));
}

/**
 * The 44 bytes before 16-bit linear samples (channels interleaved). A recording writes it once with `dataBytes` 0 and
 * writes it again over the first one when the size is known; what crashed in between can still be read.
 */
export function wavHeader(o: { sampleRateHz: number; channels: 1 | 2; dataBytes: number }): Uint8Array {
  const header = new Uint8Array(HEADER_BYTES);
  const view = new DataView(header.buffer);
  const bytesPerFrame = o.channels * 2;
  writeAscii(view, 0, 'RIFF');
  view.setUint32(4, Math.min(MAXIMUM_SIZE, o.dataBytes + HEADER_BYTES - 8), true);
  writeAscii(view, 8, 'WAVEfmt ');
  view.setUint32(16, 16, true);
  view.setUint16(20, PCM, true);
  view.setUint16(22, o.channels, true);
  view.setUint32(24, o.sampleRateHz, true);
  view.setUint32(28, o.sampleRateHz * bytesPerFrame, true);
  view.setUint16(32, bytesPerFrame, true);
  view.setUint16(34, 16, true);
  writeAscii(view, 36, 'data');
  view.setUint32(40, Math.min(MAXIMUM_SIZE, o.dataBytes), true);
  return header;
}

interface Format {
  sampleRateHz: number;
  channels: number;
}

function readFormat(view: DataView, offset: number, size: number): Format {
  if (size < 16) throw new WavError('the fmt chunk is too short');
  const tag = view.getUint16(offset, true);
  const format = tag === EXTENSIBLE && size >= 26 ? view.getUint16(offset + 24, true) : tag;
  const bitsPerSample = view.getUint16(offset + 14, true);
  if (format !== PCM || bitsPerSample !== 16)
    throw new WavError(`format ${format} with ${bitsPerSample} bits is not 16-bit linear PCM`);
  const channels = view.getUint16(offset + 2, true);
  const sampleRateHz = view.getUint32(offset + 4, true);
  if (channels === 0 || sampleRateHz === 0) throw new WavError('no channels or no sample rate');
  return { sampleRateHz, channels };
}

function readSamples(view: DataView, offset: number, size: number): Int16Array {
  const samples = new Int16Array(size >> 1);
  for (let i = 0; i < samples.length; i++) samples[i] = view.getInt16(offset + i * 2, true);
  return samples;
}

/**
 * Reads a RIFF file of 16-bit linear PCM; `samples` has its channels interleaved. A data chunk whose size was never
 * patched (0 or beyond the end) reaches to the end of the bytes. WavError for anything else.
 */
export function readWav(bytes: Uint8Array): { sampleRateHz: number; channels: number; samples: Int16Array } {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.length < 12 || readAscii(view, 0) !== 'RIFF' || readAscii(view, 8) !== 'WAVE')
    throw new WavError('not a RIFF WAVE file');
  let format: Format | null = null;
  for (let offset = 12; offset + 8 <= bytes.length; ) {
    const id = readAscii(view, offset);
    const declared = view.getUint32(offset + 4, true);
    const body = offset + 8;
    const size = Math.min(declared, bytes.length - body);
    if (id === 'fmt ') format = readFormat(view, body, size);
    if (id === 'data') {
      if (!format) throw new WavError('the data chunk comes before the fmt chunk');
      return { ...format, samples: readSamples(view, body, declared === 0 ? bytes.length - body : size) };
    }
    // Chunks are padded to an even length.
    offset = body + size + (size & 1);
  }
  throw new WavError('no data chunk');
}
