import path from 'node:path';
import { FRAME_SAMPLES } from '@parley/audio';
import { recordingFile } from '../recording-file.ts';
import { type DiskFile, RecordingDisk } from './recording-disk.ts';

/** Two seconds of two channels: few writes, and little is lost with a killed process. */
const FRAMES_A_WRITE = 100;
/** They are collected in buffers of half a second, which are taken when they are needed: on average a call holds half. */
const FRAMES_A_BUFFER = 25;
const FRAME_BYTES = FRAME_SAMPLES * 2 * Int16Array.BYTES_PER_ELEMENT;
/** A disk that needs longer than this is not waited for: the call ends without the end of its recording. */
const CLOSE_MS = 2000;

/** The disk for the recorders of one media thread. */
export function openRecordingDisk(options: { mostPendingBytes?: number } = {}): RecordingDisk {
  return new RecordingDisk({ ...options, bufferBytes: FRAMES_A_BUFFER * FRAME_BYTES });
}

export interface RecorderOptions {
  disk: RecordingDisk;
  recordingsDir: string;
  callId: string;
  closeMs?: number;
}

/**
 * Streams both sides to disk while the call lives: 16-bit little-endian, 8 kHz, interleaved, the caller left and the
 * agent right. The file has no header: its length is its truth, also after a crash. The WAV header is made when it is read.
 * A disk that fails or stands still costs the recording from there on, and nothing else of the call.
 */
export class Recorder {
  /** Below the recordings directory. */
  readonly #name: string;
  readonly #disk: RecordingDisk;
  readonly #file: DiskFile;
  readonly #closeMs: number;
  #buffers: Buffer[] = [];
  /** The last buffer. */
  #samples: Int16Array = new Int16Array(0);
  #frames = 0;

  constructor({ disk, recordingsDir, callId, closeMs = CLOSE_MS }: RecorderOptions) {
    this.#name = recordingFile(callId);
    this.#disk = disk;
    this.#file = disk.newFile(path.join(recordingsDir, this.#name));
    this.#closeMs = closeMs;
  }

  /** Below the recordings directory; null as long as nothing of it is on the disk. */
  get file(): string | null {
    return this.#file.bytesWritten > 0 ? this.#name : null;
  }

  /** Why the recording is not whole, or null. */
  get failure(): Error | null {
    return this.#file.failure;
  }

  /** One 20 ms frame of each side; null is silence. */
  write(heard: Int16Array | null, sent: Int16Array | null): void {
    if (this.#file.failure) return;
    const frame = this.#frames % FRAMES_A_BUFFER;
    if (frame === 0) this.#addBuffer();
    const samples = this.#samples;
    const start = frame * FRAME_SAMPLES * 2;
    if (heard === null || sent === null) samples.fill(0, start, start + FRAME_SAMPLES * 2);
    if (heard !== null)
      for (let index = 0, at = start; index < FRAME_SAMPLES; index += 1, at += 2) samples[at] = heard[index]!;
    if (sent !== null)
      for (let index = 0, at = start + 1; index < FRAME_SAMPLES; index += 1, at += 2) samples[at] = sent[index]!;
    this.#frames += 1;
    if (this.#frames === FRAMES_A_WRITE) this.#flush();
  }

  /** Resolves when the recording is on the disk, and soon when it cannot be. */
  async close(): Promise<void> {
    this.#flush();
    const { promise: deadline, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(() => {
      this.#file.fail(new Error(`the disk did not take its end within ${this.#closeMs} ms`));
      resolve();
    }, this.#closeMs);
    await Promise.race([this.#file.close(), deadline]);
    clearTimeout(timer);
  }

  #addBuffer(): void {
    const buffer = this.#disk.takeBuffer();
    this.#buffers.push(buffer);
    // Every platform that Node runs on is little-endian, as the file is.
    this.#samples = new Int16Array(buffer.buffer, buffer.byteOffset, buffer.length / Int16Array.BYTES_PER_ELEMENT);
  }

  #flush(): void {
    if (this.#frames > 0) this.#file.append(this.#buffers, this.#frames * FRAME_BYTES);
    this.#buffers = [];
    this.#frames = 0;
  }
}
