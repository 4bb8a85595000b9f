import fc from 'fast-check';
import { expect, it } from 'vitest';
import { unpacked } from './propack.ts';

/** Bytes, and behind each run but the last one a copy of earlier ones. */
interface Run {
  bytes: number[];
  copy: { distance: number; length: number };
}

class BitWriter {
  /** Each word of 16 bits is where its first bit was written. */
  readonly #out: number[] = [];
  #wordAt = 0;
  #count = 16;

  put(value: number, count: number): void {
    for (let bit = 0; bit < count; bit += 1) {
      if (this.#count === 16) {
        this.#wordAt = this.#out.length;
        this.#out.push(0, 0);
        this.#count = 0;
      }
      const at = this.#wordAt + (this.#count >> 3);
      this.#out[at]! |= (Math.floor(value / 2 ** bit) & 1) << (this.#count & 7);
      this.#count += 1;
    }
  }

  putBytes(bytes: readonly number[]): void {
    this.#out.push(...bytes);
  }

  get bytes(): Buffer {
    return Buffer.from(this.#out);
  }
}

const SYMBOLS = 16;
/** All symbols in codes of four bits, which are written with their first bit lowest. */
function putTable(writer: BitWriter): void {
  writer.put(SYMBOLS, 5);
  for (let symbol = 0; symbol < SYMBOLS; symbol += 1) writer.put(4, 4);
}

function putNumber(writer: BitWriter, value: number): void {
  const symbol = value < 2 ? value : Math.floor(Math.log2(value)) + 1;
  for (const bit of symbol.toString(2).padStart(4, '0')) writer.put(Number(bit), 1);
  if (value >= 2) writer.put(value - 2 ** (symbol - 1), symbol - 1);
}

function packed(blocks: readonly (readonly Run[])[], length: number): Buffer {
  const writer = new BitWriter();
  writer.put(0, 2);
  for (const runs of blocks) {
    for (let table = 0; table < 3; table += 1) putTable(writer);
    writer.put(runs.length, 16);
    for (const [index, { bytes, copy }] of runs.entries()) {
      putNumber(writer, bytes.length);
      writer.putBytes(bytes);
      if (index === runs.length - 1) continue;
      putNumber(writer, copy.distance - 1);
      putNumber(writer, copy.length - 2);
    }
  }
  const header = Buffer.alloc(18);
  header.write('RNC\x01', 'latin1');
  header.writeUInt32BE(length, 4);
  header[17] = blocks.length;
  return Buffer.concat([header, writer.bytes]);
}

function meant(blocks: readonly (readonly Run[])[]): number[] {
  const out: number[] = [];
  for (const runs of blocks)
    for (const [index, { bytes, copy }] of runs.entries()) {
      out.push(...bytes);
      if (index === runs.length - 1) continue;
      for (let count = copy.length; count > 0; count -= 1) out.push(out.at(-copy.distance)!);
    }
  return out;
}

/** Copies reach into the bytes before them, and repeat them where they are longer. */
const run: fc.Arbitrary<Run> = fc
  .record({
    bytes: fc.array(fc.nat(255), { minLength: 1, maxLength: 40 }),
    length: fc.integer({ min: 2, max: 60 }),
  })
  .map(({ bytes, length }) => ({ bytes, copy: { length, distance: 1 + (length % bytes.length) } }));
const blocks = fc.array(fc.array(run, { minLength: 1, maxLength: 6 }), { minLength: 1, maxLength: 3 });

it('has what was packed', () => {
  fc.assert(
    fc.property(blocks, (runs) => {
      const all = meant(runs);
      expect([...unpacked(packed(runs, all.length))]).toEqual(all);
    }),
  );
});

it('says that a file is damaged', () => {
  const runs: Run[] = [{ bytes: [1, 2, 3], copy: { distance: 1, length: 2 } }];
  expect(() => unpacked(packed([runs], 4))).toThrow('3 bytes instead of 4');
});
