import { paramPath } from '../../kernel/param-path.ts';
import { RequestError } from '../../kernel/request-error.ts';
import { type Span, type Structure, StructureScan } from './structure-scan.ts';

/** The list of a body that may be so long that it is read in pieces. */
export interface LongList {
  name: string;
  most: number;
}

/** Nothing in the interface nests deeper than a few levels. */
const DEEPEST = 32;
/** Beside the long list, and in one entry of it. The 64 KiB of a call's variables hold 10 922 values at most. */
const MOST_VALUES = 16_384;
/** Of a field beside the long list, and of an entry of it: as much as every other endpoint takes. */
const LARGEST_PART_BYTES = 1024 * 1024;
/** Entries of the list that are parsed and checked together: a few milliseconds of work. */
const PIECE_BYTES = 32 * 1024;
/** Scanned at once: about a millisecond. */
const SLICE_BYTES = 512 * 1024;

/** Values, bytes and the last name of a level that is bounded: the body itself, and an entry of the long list. */
interface Part {
  values: number;
  /** In significant bytes of the body. */
  start: number;
  fieldStart: number;
  name: Span | null;
}

const partFrom = (start: number): Part => ({ values: 0, start, fieldStart: start, name: null });

/**
 * Bounds first: how deep, how many, how large, before anything is made of a body; and where its long list can be cut, so
 * that it can be parsed and checked in pieces.
 */
export class BodyOutline implements Structure {
  /** With its brackets; null when the body has none. */
  list: Span | null = null;
  /** The entries of the list, some at a time, without the commas between the pieces. */
  readonly pieces: Span[] = [];
  isObject = false;
  readonly #bytes: Uint8Array;
  readonly #longList: LongList | undefined;
  readonly #scan: StructureScan;
  #depth = 0;
  readonly #body = partFrom(0);
  #entry: Part | null = null;
  #entries = 0;
  #listBytes = 0;
  #piece = { at: 0, significant: 0 };

  constructor(bytes: Uint8Array, longList?: LongList) {
    this.#bytes = bytes;
    this.#longList = longList;
    this.#scan = new StructureScan(bytes, this);
  }

  /** Long runs of blanks, which need not be parsed. */
  get gaps(): readonly Span[] {
    return this.#scan.gaps;
  }

  /** Looks at one more slice; true when it was the last one. @throws RequestError when the body is beyond a bound. */
  advance(): boolean {
    if (!this.#scan.advance(SLICE_BYTES)) return false;
    if (this.#entry) throw new RequestError('invalid_request', 'The body is not valid JSON: it ends too early.');
    if (this.#significant(this.#bytes.length) - this.#listBytes <= LARGEST_PART_BYTES) return true;
    throw new RequestError('invalid_request', `The body is larger than 1 MiB beside ${this.#longList?.name}.`);
  }

  open(isObject: boolean, at: number): void {
    this.#depth += 1;
    this.#count();
    if (this.#depth > DEEPEST) this.#refuse(`is nested deeper than ${DEEPEST} levels`);
    if (this.#depth === 1) this.isObject = isObject;
    if (this.#depth === 2 && !isObject && this.isObject && this.#isLongList()) this.#openList(at);
  }

  close(isObject: boolean, at: number): void {
    this.#endField(at);
    if (this.#entry && this.#depth === 2) this.#closeList(isObject, at);
    this.#depth -= 1;
  }

  comma(at: number): void {
    this.#count();
    this.#endField(at);
    if (this.#entry && this.#depth === 2) this.#endEntry(this.#entry, at);
  }

  colon(): void {
    const part = this.#partHere();
    if (part) part.name = { ...this.#scan.lastString };
  }

  #significant(at: number): number {
    return this.#scan.significantBytes(at);
  }

  /** The part whose fields are on this level. */
  #partHere(): Part | null {
    if (this.#depth === 1) return this.#body;
    return this.#depth === 3 ? this.#entry : null;
  }

  #isLongList(): boolean {
    return this.#longList !== undefined && this.#nameIn(this.#body) === this.#longList.name;
  }

  #openList(at: number): void {
    if (this.list) this.#refuse('is given more than once');
    this.list = { start: at, end: at };
    this.#entry = partFrom(this.#significant(at + 1));
    this.#piece = { at: at + 1, significant: this.#significant(at + 1) };
  }

  #endEntry(entry: Part, at: number): void {
    this.#refuseLarge(entry.start, at);
    this.#entries += 1;
    this.#entry = partFrom(this.#significant(at + 1));
    const { name, most } = this.#longList!;
    // There is one more behind the comma.
    if (this.#entries === most) this.#refuse(`must have at most ${most} entries`, [name]);
    if (this.#significant(at) - this.#piece.significant >= PIECE_BYTES) this.#endPiece(at);
  }

  #endPiece(at: number): void {
    this.pieces.push({ start: this.#piece.at, end: at });
    this.#piece = { at: at + 1, significant: this.#significant(at + 1) };
  }

  #closeList(isObject: boolean, at: number): void {
    if (isObject)
      throw new RequestError('invalid_request', 'The body is not valid JSON: there is a } in place of a ].');
    this.#refuseLarge(this.#entry!.start, at);
    this.#endPiece(at);
    this.list!.end = at + 1;
    this.#entry = null;
    this.#listBytes = this.#significant(at) - this.#body.fieldStart;
    this.#body.fieldStart = this.#significant(at);
  }

  #endField(at: number): void {
    const part = this.#partHere();
    if (!part) return;
    this.#refuseLarge(part.fieldStart, at);
    part.fieldStart = this.#significant(at + 1);
  }

  #count(): void {
    const part = this.#entry ?? this.#body;
    part.values += 1;
    if (part.values > MOST_VALUES) this.#refuse(`holds more than ${MOST_VALUES} values`);
  }

  #refuseLarge(start: number, at: number): void {
    if (this.#significant(at) - start > LARGEST_PART_BYTES) this.#refuse('is larger than 1 MiB');
  }

  #nameIn(part: Part): string | undefined {
    if (!part.name) return undefined;
    try {
      return String(JSON.parse(Buffer.from(this.#bytes.subarray(part.name.start, part.name.end)).toString()));
    } catch {
      return undefined;
    }
  }

  #refuse(fault: string, path = this.#path()): never {
    const param = paramPath(path);
    if (path.length === 0) throw new RequestError('invalid_request', `The body ${fault}.`);
    throw new RequestError('invalid_request', `${param}: ${fault}.`, { param });
  }

  #path(): PropertyKey[] {
    const path: (string | number | undefined)[] = this.#entry
      ? [this.#longList!.name, this.#entries, this.#nameIn(this.#entry)]
      : [this.#nameIn(this.#body)];
    return path.filter((name) => name !== undefined);
  }
}
