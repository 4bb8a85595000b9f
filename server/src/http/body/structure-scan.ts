/** From `start` to before `end`. */
export interface Span {
  start: number;
  end: number;
}

/** What a scan meets outside of strings; `at` is where. */
export interface Structure {
  open(isObject: boolean, at: number): void;
  close(isObject: boolean, at: number): void;
  comma(at: number): void;
  colon(at: number): void;
}

/** Gaps from this length on are left out of what is parsed, so that padding by megabytes does not cost parsing time. */
const LONG_GAP_BYTES = 1024;

const QUOTE = 0x22;
const COMMA = 0x2c;
const COLON = 0x3a;
const BACKSLASH = 0x5c;
/** In ASCII the brackets of lists and of objects differ in one bit. */
const BRACKET_BIT = 0x20;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;

const isBlank = (byte: number | undefined) => byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;

/**
 * Reads the structure of a JSON text byte by byte and makes nothing of it: a nanosecond a byte, and no memory. Text that
 * is no JSON has a structure, too; that it is none is for the parser to say.
 */
export class StructureScan {
  /** The last string that was read, with its quotes. */
  readonly lastString: Span = { start: 0, end: 0 };
  /** Long runs of blanks, in order; each but for one blank, which may separate two values. */
  readonly gaps: Span[] = [];
  readonly #bytes: Uint8Array;
  readonly #structure: Structure;
  #at = 0;
  #blanks = 0;
  #inString = false;

  constructor(bytes: Uint8Array, structure: Structure) {
    this.#bytes = bytes;
    this.#structure = structure;
  }

  /** How many of the bytes before `at`, which was just met, are no blanks between values. */
  significantBytes(at: number): number {
    return at - this.#blanks;
  }

  /** Scans on for so many bytes; true when nothing is left. */
  advance(count: number): boolean {
    const bytes = this.#bytes;
    const end = Math.min(this.#at + count, bytes.length);
    let at = this.#at;
    let inString = this.#inString;
    for (; at < end; at += 1) {
      const byte = bytes[at]!;
      if (inString) {
        if (byte === BACKSLASH) at += 1;
        else if (byte === QUOTE) {
          inString = false;
          this.lastString.end = at + 1;
        }
      } else if (byte === QUOTE) {
        inString = true;
        this.lastString.start = at;
      } else if (byte === COMMA) this.#structure.comma(at);
      else if (byte === COLON) this.#structure.colon(at);
      else if ((byte | BRACKET_BIT) === OPEN_OBJECT) this.#structure.open(byte === OPEN_OBJECT, at);
      else if ((byte | BRACKET_BIT) === CLOSE_OBJECT) this.#structure.close(byte === CLOSE_OBJECT, at);
      else if (isBlank(byte)) at = this.#lastBlank(at, end);
    }
    this.#at = at;
    this.#inString = inString;
    return at >= bytes.length;
  }

  #lastBlank(start: number, end: number): number {
    let last = start;
    while (last + 1 < end && isBlank(this.#bytes[last + 1])) last += 1;
    this.#blanks += last + 1 - start;
    if (last - start >= LONG_GAP_BYTES) this.gaps.push({ start: start + 1, end: last + 1 });
    return last;
  }
}
