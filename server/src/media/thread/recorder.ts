import { createWriteStream, type WriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { FRAME_SAMPLES } from '@parley/audio';
import { recordingFile } from '../recording-file.ts';

/** Half a second of two channels: few writes, and little is lost with a killed process. */
const FRAMES_A_WRITE = 25;

/**
 * Streams both sides to disk while the call lives: 16-bit little-endian, 8 kHz, interleaved, the caller left and the
 * agent right. The file has no header: its length is its truth, also after a crash. The WAV header is made when it is read.
 */
export class Recorder {
  /** Below the recordings directory. */
  readonly file: string;
  readonly #stream: WriteStream;
  #chunk = Buffer.alloc(FRAMES_A_WRITE * FRAME_SAMPLES * 4);
  #frames = 0;
  #failed: Error | null = null;

  private constructor(file: string, stream: WriteStream) {
    this.file = file;
    this.#stream = stream;
    stream.on('error', (error) => {
      this.#failed ??= error;
    });
  }

  static async open(recordingsDir: string, callId: string): Promise<Recorder> {
    const file = recordingFile(callId);
    await mkdir(path.join(recordingsDir, path.dirname(file)), { recursive: true });
    return new Recorder(file, createWriteStream(path.join(recordingsDir, file)));
  }

  /** Why the recording is not whole, or null. */
  get failure(): Error | null {
    return this.#failed;
  }

  /** One 20 ms frame of each side; null is silence. */
  write(heard: Int16Array | null, sent: Int16Array | null): void {
    if (this.#failed) return;
    const start = this.#frames * FRAME_SAMPLES * 4;
    for (let index = 0; index < FRAME_SAMPLES; index += 1) {
      this.#chunk.writeInt16LE(heard?.[index] ?? 0, start + index * 4);
      this.#chunk.writeInt16LE(sent?.[index] ?? 0, start + index * 4 + 2);
    }
    this.#frames += 1;
    if (this.#frames === FRAMES_A_WRITE) this.#flush();
  }

  async close(): Promise<void> {
    this.#flush();
    await new Promise<void>((resolve) => {
      this.#stream.once('close', () => resolve());
      this.#stream.end();
      if (this.#stream.closed) resolve();
    });
  }

  #flush(): void {
    if (this.#frames === 0) return;
    this.#stream.write(this.#chunk.subarray(0, this.#frames * FRAME_SAMPLES * 4));
    this.#chunk = Buffer.alloc(FRAMES_A_WRITE * FRAME_SAMPLES * 4);
    this.#frames = 0;
  }
}
