/** Sizes that are no multiple of a frame. */
const PIECE_BYTES = 1001;

/** µ-law to linear, by the formula of ITU-T G.711. */
function linearOf(code: number): number {
  const inverted = ~code & 0xff;
  const magnitude = ((((inverted & 0x0f) << 3) + 0x84) << ((inverted >> 4) & 0x07)) - 0x84;
  return inverted & 0x80 ? -magnitude : magnitude;
}

/** The µ-law that a fake says a clause with, in pieces: half a second at least, and other bytes for every text. */
export function audioPieces(text: string): Buffer[] {
  const seed = [...text].reduce((sum, character) => (sum * 31 + character.codePointAt(0)!) % 65_521, 7);
  const bytes = Uint8Array.from({ length: 4000 + (seed % 333) }, (_, index) => seed + index * (1 + (seed % 7)));
  const count = Math.ceil(bytes.length / PIECE_BYTES);
  return Array.from({ length: count }, (_, index) =>
    Buffer.from(bytes.subarray(index * PIECE_BYTES, (index + 1) * PIECE_BYTES)),
  );
}

/** The same as samples. */
export const audioSamples = (text: string): Int16Array => Int16Array.from(Buffer.concat(audioPieces(text)), linearOf);

/** The same samples as 16-bit PCM, of any rate: pieces end within samples. */
export function widePieces(text: string): Buffer[] {
  const bytes = Buffer.from(audioSamples(text).buffer);
  const count = Math.ceil(bytes.length / PIECE_BYTES);
  return Array.from({ length: count }, (_, index) => bytes.subarray(index * PIECE_BYTES, (index + 1) * PIECE_BYTES));
}
