import path from 'node:path';
import { type AudioRateHz, type Frame, frameSamples } from '@parley/audio';
import { recordingFile } from '../recording-file.ts';
import { type DiskFile, RecordingDisk } from './recording-disk.ts';

/** Two seconds of two channels: few writes, and little is lost with a killed process. */
const FRAMES_A_WRITE = 100;
/** They are collected in buffers of 0.4 s of narrowband, which are taken when they are needed: on average a call holds half. */
const BUFFER_BYTES = 20 * frameBytes(8000);
/** A disk that needs longer than this is not waited for: the call ends without the end of its recording. */
const CLOSE_MS = 2000;

function frameBytes(rateHz: AudioRateHz): number {
  return frameSamples(rateHz) * 2 * Int16Array.BYTES_PER_ELEMENT;
}

/** The disk for the recorders of one media thread. */
export function openRecordingDisk(options: { mostPendingBytes?: number } = {}): RecordingDisk {
  return new RecordingDisk({ ...options, bufferBytes: BUFFER_BYTES });
}

export interface RecorderOptions {
  disk: RecordingDisk;
  recordingsDir: string;
  callId: string;
  closeMs?: number;
}

/**
 * Streams both sides to disk while the call lives: 16-bit little-endian at the call's rate, interleaved, the caller
 * left and the agent right. The file has no header: its length is its truth, also after a crash, and its name says its
 * rate. The WAV header is made when it is read. A disk that fails or hangs costs the rest of the recording, and nothing
 * else of the call.
 */
export class Recorder {
  readonly #options: RecorderOptions;
  readonly #disk: RecordingDisk;
  readonly #closeMs: number;
  /** Below the recordings directory. */
  #name = '';
  /** Null before it begins. */
  #file: DiskFile | null = null;
  #frameSamples = 0;
  #framesABuffer = 0;
  #buffers: Buffer[] = [];
  /** The last buffer. */
  #samples: Int16Array = new Int16Array(0);
  #frames = 0;

  constructor(options: RecorderOptions) {
    this.#options = options;
    this.#disk = options.disk;
    this.#closeMs = options.closeMs ?? CLOSE_MS;
  }

  /** Frames of this rate follow, to the end. Once, before the first. */
  begin(rateHz: AudioRateHz): void {
    const { recordingsDir, callId } = this.#options;
    this.#name = recordingFile(callId, rateHz);
    this.#file = this.#disk.newFile(path.join(recordingsDir, this.#name));
    this.#frameSamples = frameSamples(rateHz);
    this.#framesABuffer = BUFFER_BYTES / frameBytes(rateHz);
  }

  /** Below the recordings directory; null as long as nothing of it is on the disk. */
  get file(): string | null {
    return this.#file !== null && this.#file.bytesWritten > 0 ? this.#name : null;
  }

  /** Why the recording is not whole, or null. */
  get failure(): Error | null {
    return this.#file?.failure ?? null;
  }

  /** One 20 ms frame of each side; null is silence. */
  write(heard: Frame | null, sent: Frame | null): void {
    if (this.#file === null || this.#file.failure) return;
    const length = this.#frameSamples;
    const frame = this.#frames % this.#framesABuffer;
    if (frame === 0) this.#addBuffer();
    const samples = this.#samples;
    const start = frame * length * 2;
    if (heard === null || sent === null) samples.fill(0, start, start + length * 2);
    if (heard !== null)
      for (let index = 0, at = start; index < length; index += 1, at += 2) samples[at] = heard[index]!;
    if (sent !== null)
      for (let index = 0, at = start + 1; index < length; index += 1, at += 2) samples[at] = sent[index]!;
    this.#frames += 1;
    if (this.#frames === FRAMES_A_WRITE) this.#flush();
  }

  /** Resolves when the recording is on the disk, and soon when it cannot be. */
  async close(): Promise<void> {
    const file = this.#file;
    if (file === null) return;
    this.#flush();
    const { promise: deadline, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(() => {
      file.fail(new Error(`the disk did not take its end within ${this.#closeMs} ms`));
      resolve();
    }, this.#closeMs);
    await Promise.race([file.close(), deadline]);
    clearTimeout(timer);
  }

  #addBuffer(): void {
    const buffer = this.#disk.takeBuffer();
    this.#buffers.push(buffer);
    // Every platform that Node runs on is little-endian, as the file is.
    this.#samples = new Int16Array(buffer.buffer, buffer.byteOffset, buffer.length / Int16Array.BYTES_PER_ELEMENT);
  }

  #flush(): void {
    if (this.#frames > 0) this.#file?.append(this.#buffers, this.#frames * this.#frameSamples * 4);
    this.#buffers = [];
    this.#frames = 0;
  }
}
