/** The two compandings of ITU-T G.711, by their RTP encoding names (RFC 3551 section 4.5.14). */
export type G711 = 'PCMU' | 'PCMA';

interface Companding {
  /** Code by sample: index is the sample as unsigned 16 bit. */
  encode: Uint8Array;
  /** Sample by code. */
  decode: Int16Array;
}

/** Added before the logarithm so that every µ-law segment starts at a power of two (G.711 table 2, 14-bit scale). */
const MU_LAW_BIAS = 33;
const MU_LAW_CLIP = 0x1fff;
/** A-law inverts its even bits, so that silence has transitions on the line (G.711 section 3.3). */
const A_LAW_EVEN_BITS = 0x55;

/** A negative sample's magnitude is its ones' complement, as in the ITU's reference code (G.191): −1 falls where 0 does. */
function magnitude(sample: number): number {
  return sample < 0 ? ~sample : sample;
}

function encodeMuLaw(sample: number): number {
  const biased = Math.min((magnitude(sample) >> 2) + MU_LAW_BIAS, MU_LAW_CLIP);
  const segment = 31 - Math.clz32(biased) - 5;
  const step = (biased >> (segment + 1)) & 0x0f;
  const sign = sample < 0 ? 0x00 : 0x80;
  return sign | (~((segment << 4) | step) & 0x7f);
}

function decodeMuLaw(code: number): number {
  const inverted = ~code;
  const segment = (inverted >> 4) & 0x07;
  const step = inverted & 0x0f;
  const level = (((step << 1) + MU_LAW_BIAS) << (segment + 2)) - (MU_LAW_BIAS << 2);
  return code < 0x80 ? -level : level;
}

function encodeALaw(sample: number): number {
  const level = magnitude(sample) >> 4;
  const segment = level < 32 ? level >> 4 : 31 - Math.clz32(level) - 3;
  const step = (segment < 2 ? level : level >> (segment - 1)) & 0x0f;
  const sign = sample < 0 ? 0x00 : 0x80;
  return (sign | (segment << 4) | step) ^ A_LAW_EVEN_BITS;
}

function decodeALaw(code: number): number {
  const plain = code ^ A_LAW_EVEN_BITS;
  const segment = (plain >> 4) & 0x07;
  const step = plain & 0x0f;
  const half = segment === 0 ? (step << 4) + 8 : ((step << 4) + 0x108) << (segment - 1);
  return plain < 0x80 ? -half : half;
}

function tabulate(encodeSample: (sample: number) => number, decodeCode: (code: number) => number): Companding {
  const encode = new Uint8Array(0x10000);
  for (let sample = -0x8000; sample < 0x8000; sample++) encode[sample & 0xffff] = encodeSample(sample);
  const decode = new Int16Array(0x100);
  for (let code = 0; code < 0x100; code++) decode[code] = decodeCode(code);
  return { encode, decode };
}

const COMPANDINGS: Record<G711, Companding> = {
  PCMU: tabulate(encodeMuLaw, decodeMuLaw),
  PCMA: tabulate(encodeALaw, decodeALaw),
};

function requireRoom(room: number, needed: number): void {
  if (room < needed) throw new RangeError(`out has room for ${room} samples of ${needed}`);
}

/**
 * One byte for each sample of 8 kHz linear audio.
 * Writes to the start of `out` when it is given (a RangeError when it is too short) and returns it.
 */
export function encodeG711(codec: G711, pcm: Int16Array, out: Uint8Array = new Uint8Array(pcm.length)): Uint8Array {
  requireRoom(out.length, pcm.length);
  const table = COMPANDINGS[codec].encode;
  for (let i = 0; i < pcm.length; i++) out[i] = table[pcm[i]! & 0xffff]!;
  return out;
}

/**
 * One 16-bit sample of 8 kHz linear audio for each byte.
 * Writes to the start of `out` when it is given (a RangeError when it is too short) and returns it.
 */
export function decodeG711(codec: G711, bytes: Uint8Array, out = new Int16Array(bytes.length)): Int16Array {
  requireRoom(out.length, bytes.length);
  const table = COMPANDINGS[codec].decode;
  for (let i = 0; i < bytes.length; i++) out[i] = table[bytes[i]!]!;
  return out;
}
