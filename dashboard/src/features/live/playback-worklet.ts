/** Messages: an ArrayBuffer with a frame of 16-bit samples at the context's rate, or `clear`. */
const PREBUFFER_MS = 20;
/** What has been waiting for longer than this all the time came in a burst, and only delays what follows. */
const SURPLUS_MS = 40;
const OBSERVED_MS = 1000;
/** Bounds what is queued while nothing is played, as in a page before the first click. */
const MOST_WAITING_MS = 500;

class PlaybackProcessor extends AudioWorkletProcessor {
  readonly #frames: Int16Array[] = [];
  #position = 0;
  #waiting = 0;
  #isPlaying = false;
  #leastWaiting = Number.POSITIVE_INFINITY;
  #observed = 0;

  constructor() {
    super();
    this.port.onmessage = ({ data }: MessageEvent<ArrayBuffer | 'clear'>) => {
      if (data === 'clear') this.#clear();
      else this.#add(new Int16Array(data));
    };
  }

  process(_: Float32Array[][], outputs: Float32Array[][]): boolean {
    const output = outputs[0]![0]!;
    if (!this.#isPlaying) return true;
    for (let index = 0; index < output.length; index += 1) output[index] = this.#next();
    this.#observe(output.length);
    return true;
  }

  #add(frame: Int16Array): void {
    this.#frames.push(frame);
    this.#waiting += frame.length;
    if (this.#waiting > samplesIn(MOST_WAITING_MS)) this.#skip(this.#waiting - samplesIn(PREBUFFER_MS));
    if (this.#waiting >= samplesIn(PREBUFFER_MS)) this.#isPlaying = true;
  }

  #next(): number {
    const frame = this.#frames[0];
    if (frame === undefined) {
      this.#isPlaying = false;
      return 0;
    }
    const sample = frame[this.#position]! / 32_768;
    this.#position += 1;
    this.#waiting -= 1;
    if (this.#position === frame.length) {
      this.#frames.shift();
      this.#position = 0;
    }
    return sample;
  }

  #observe(samples: number): void {
    this.#leastWaiting = Math.min(this.#leastWaiting, this.#waiting);
    this.#observed += samples;
    if (this.#observed < samplesIn(OBSERVED_MS)) return;
    if (this.#leastWaiting > samplesIn(SURPLUS_MS)) this.#skip(this.#leastWaiting - samplesIn(PREBUFFER_MS));
    this.#leastWaiting = Number.POSITIVE_INFINITY;
    this.#observed = 0;
  }

  #skip(samples: number): void {
    for (let count = 0; count < samples; count += 1) this.#next();
  }

  #clear(): void {
    this.#frames.length = 0;
    this.#position = 0;
    this.#waiting = 0;
    this.#isPlaying = false;
  }
}

function samplesIn(durationMs: number): number {
  return (sampleRate * durationMs) / 1000;
}

registerProcessor('playback', PlaybackProcessor);
