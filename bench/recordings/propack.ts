/** Of a packed file: its name, how long it is unpacked and packed, sums of both, and how many blocks it has. */
const HEADER = { bytes: 18, unpackedAt: 4, blocksAt: 17 };
const LONGEST_CODE = 16;
/** Bits that say nothing before the first block. */
const UNUSED_BITS = 2;
const SHORTEST_COPY = 2;

/** Words of 16 bits, the lowest bit first; bytes lie between them. */
class BitReader {
  readonly #bytes: Buffer;
  #at: number;
  #value = 0;
  #count = 0;

  constructor(bytes: Buffer, from: number) {
    this.#bytes = bytes;
    this.#at = from;
  }

  peek(count: number): number {
    if (this.#count < count) {
      const [low = 0, high = 0] = this.#bytes.subarray(this.#at, this.#at + 2);
      this.#value += (low + 256 * high) * 2 ** this.#count;
      this.#at += 2;
      this.#count += 16;
    }
    return this.#value % 2 ** count;
  }

  take(count: number): number {
    const bits = this.peek(count);
    this.#value = Math.floor(this.#value / 2 ** count);
    this.#count -= count;
    return bits;
  }

  /** Behind the word that is being read. */
  takeBytes(count: number): Buffer {
    this.#at += count;
    return this.#bytes.subarray(this.#at - count, this.#at);
  }
}

interface Code {
  length: number;
  /** Its first bit is the lowest. */
  bits: number;
  symbol: number;
}

/** A canonical Huffman code, of which the lengths are written. */
function readCodes(reader: BitReader): Code[] {
  const lengths = Array.from({ length: reader.take(5) }, () => reader.take(4));
  const codes: Code[] = [];
  let next = 0;
  for (let length = 1; length <= LONGEST_CODE; length += 1)
    for (const [symbol, own] of lengths.entries()) {
      if (own !== length) continue;
      codes.push({ length, bits: reversed(next / 2 ** (LONGEST_CODE - length), length), symbol });
      next += 2 ** (LONGEST_CODE - length);
    }
  return codes;
}

function reversed(bits: number, length: number): number {
  return Number.parseInt([...bits.toString(2).padStart(length, '0')].reverse().join(''), 2);
}

/** A symbol is how many bits a number has; its highest one is not written. */
function readNumber(reader: BitReader, codes: readonly Code[]): number {
  const code = codes.find(({ length, bits }) => reader.peek(length) === bits);
  if (!code) throw new Error('a packed file is damaged: there is no such code');
  reader.take(code.length);
  if (code.symbol < 2) return code.symbol;
  return reader.take(code.symbol - 1) + 2 ** (code.symbol - 1);
}

/**
 * What was packed by ProPack's first method (Rob Northen, 1991, "RNC\x01"): bytes as they are, and copies of earlier ones, whose
 * counts and distances are in Huffman codes. Throws on a damaged file.
 */
export function unpacked(packed: Buffer): Buffer {
  const out = Buffer.alloc(packed.readUInt32BE(HEADER.unpackedAt));
  const reader = new BitReader(packed, HEADER.bytes);
  reader.take(UNUSED_BITS);
  let at = 0;
  for (let blocks = packed[HEADER.blocksAt]!; blocks > 0; blocks -= 1) {
    const [literals, distances, lengths] = [readCodes(reader), readCodes(reader), readCodes(reader)];
    for (let left = reader.take(16); left > 0; left -= 1) {
      at += reader.takeBytes(readNumber(reader, literals)).copy(out, at);
      // The last one has no copy behind it.
      if (left === 1) break;
      const distance = readNumber(reader, distances) + 1;
      const end = at + readNumber(reader, lengths) + SHORTEST_COPY;
      for (; at < end; at += 1) out[at] = out[at - distance]!;
    }
  }
  if (at !== out.length) throw new Error(`a packed file is damaged: ${at} bytes instead of ${out.length}`);
  return out;
}
