import { close, mkdir, open, writev } from 'node:fs';
import path from 'node:path';

/**
 * The most audio of all calls of a thread that waits for the disk. 20 calls fill it in 25 s, 400 calls in 1.3 s: a disk
 * that hangs for longer costs recordings, and not the memory that calls need.
 */
const MOST_PENDING_BYTES = 32 * 1024 * 1024;
/** Buffers that are kept to be filled again. */
const MOST_SPARE_BUFFERS = 64;

type Operation = (done: () => void) => void;

/**
 * The disk as one media thread uses it: one operation at a time, so that a disk that hangs blocks one of libuv's four
 * threads, and not all of them; name resolution and file access of the whole process wait for those.
 */
export class RecordingDisk {
  readonly #bufferBytes: number;
  readonly #mostPendingBytes: number;
  readonly #waiting: Operation[] = [];
  readonly #spare: Buffer[] = [];
  #isBusy = false;
  #pendingBytes = 0;

  constructor(options: { bufferBytes: number; mostPendingBytes?: number }) {
    this.#bufferBytes = options.bufferBytes;
    this.#mostPendingBytes = options.mostPendingBytes ?? MOST_PENDING_BYTES;
  }

  get pendingBytes(): number {
    return this.#pendingBytes;
  }

  /** A buffer of `bufferBytes`; what is in it is not defined. */
  takeBuffer(): Buffer {
    return this.#spare.pop() ?? Buffer.allocUnsafeSlow(this.#bufferBytes);
  }

  giveBack(buffers: readonly Buffer[]): void {
    this.#spare.push(...buffers.slice(0, MOST_SPARE_BUFFERS - this.#spare.length));
  }

  /** A file that is written from its beginning to its end; it is made at the first write. */
  newFile(location: string): DiskFile {
    return new DiskFile(location, this);
  }

  /** Whether so many bytes more may wait. */
  hasRoomFor(bytes: number): boolean {
    return this.#pendingBytes + bytes <= this.#mostPendingBytes;
  }

  /** Runs `operation` after all that were asked for before it. */
  run(operation: Operation, bytes = 0): void {
    this.#pendingBytes += bytes;
    this.#waiting.push((done) =>
      operation(() => {
        this.#pendingBytes -= bytes;
        done();
      }),
    );
    if (!this.#isBusy) this.#next();
  }

  #next(): void {
    const operation = this.#waiting.shift();
    this.#isBusy = operation !== undefined;
    operation?.(() => this.#next());
  }
}

/** One file on the disk. It fails once, and takes nothing more then. */
export class DiskFile {
  readonly #location: string;
  readonly #disk: RecordingDisk;
  #descriptor: number | null = null;
  #failure: Error | null = null;
  #bytesWritten = 0;

  constructor(location: string, disk: RecordingDisk) {
    this.#location = location;
    this.#disk = disk;
  }

  get failure(): Error | null {
    return this.#failure;
  }

  get bytesWritten(): number {
    return this.#bytesWritten;
  }

  fail(error: Error): void {
    this.#failure ??= error;
  }

  /** Takes the buffers, of which `length` bytes count; the disk has them back when they are written, or not wanted. */
  append(buffers: Buffer[], length: number): void {
    if (!this.#failure && !this.#disk.hasRoomFor(length)) this.fail(new Error('the disk does not keep up'));
    if (this.#failure) {
      this.#disk.giveBack(buffers);
      return;
    }
    this.#disk.run((done) => {
      const written = () => {
        this.#disk.giveBack(buffers);
        done();
      };
      this.#open((descriptor) => {
        if (descriptor === null) written();
        else this.#write(descriptor, startOf(buffers, length), written);
      });
    }, length);
  }

  /** Resolves when everything is on the disk, or cannot be. */
  close(): Promise<void> {
    return new Promise((resolve) => {
      this.#disk.run((done) => {
        const closed = () => {
          done();
          resolve();
        };
        if (this.#descriptor === null) closed();
        else close(this.#descriptor, closed);
      });
    });
  }

  #open(then: (descriptor: number | null) => void, isRetry = false): void {
    if (this.#descriptor !== null || this.#failure) {
      then(this.#failure ? null : this.#descriptor);
      return;
    }
    // What callers say must not be readable by other users of this host.
    open(this.#location, 'w', 0o600, (error, descriptor) => {
      if (error?.code === 'ENOENT' && !isRetry) this.#makeDirectory(() => this.#open(then, true));
      else {
        if (error) this.fail(error);
        else this.#descriptor = descriptor;
        then(this.#descriptor);
      }
    });
  }

  #makeDirectory(then: () => void): void {
    mkdir(path.dirname(this.#location), { recursive: true, mode: 0o700 }, () => then());
  }

  #write(descriptor: number, pieces: Buffer[], then: () => void): void {
    writev(descriptor, pieces, (error, count) => {
      if (error) this.fail(error);
      else this.#bytesWritten += count;
      const rest = error ? [] : restOf(pieces, count);
      // A disk that is nearly full takes a part, and says at the next attempt that it is full.
      if (rest.length === 0) then();
      else this.#write(descriptor, rest, then);
    });
  }
}

function startOf(buffers: readonly Buffer[], length: number): Buffer[] {
  let left = length;
  return buffers.map((buffer) => {
    const piece = buffer.subarray(0, left);
    left -= piece.length;
    return piece;
  });
}

function restOf(pieces: readonly Buffer[], written: number): Buffer[] {
  let left = written;
  return pieces.flatMap((piece) => {
    const rest = piece.subarray(left);
    left = Math.max(0, left - piece.length);
    return rest.length === 0 ? [] : [rest];
  });
}
