/**
 * Sends the microphone as frames of 10 ms, 16-bit samples at 16 kHz, whatever rate the context has. Above 7 kHz nothing
 * is let through, or it would come back as a whistle below 8 kHz.
 */
const RATE_HZ = 16_000;
const FRAME_SAMPLES = 160;
const CUTOFF_HZ = 7000;
const TAPS = 63;

class CaptureProcessor extends AudioWorkletProcessor {
  readonly #filter = lowPass(CUTOFF_HZ / sampleRate, TAPS);
  readonly #step = sampleRate / RATE_HZ;
  #history = new Float32Array(TAPS);
  /** Of the next sample to make, in the input that is not used up. */
  #at = 0;
  #frame = new Int16Array(FRAME_SAMPLES);
  #filled = 0;

  process(inputs: Float32Array[][]): boolean {
    const input = inputs[0]?.[0];
    if (input === undefined) return true;
    const samples = new Float32Array(this.#history.length + input.length);
    samples.set(this.#history);
    samples.set(input, this.#history.length);
    // Between two filtered samples a straight line is good enough: the filter has left nothing that bends there.
    while (this.#at + TAPS + 1 <= samples.length) {
      const whole = Math.floor(this.#at);
      const share = this.#at - whole;
      this.#push(this.#filtered(samples, whole) * (1 - share) + this.#filtered(samples, whole + 1) * share);
      this.#at += this.#step;
    }
    const used = Math.min(Math.floor(this.#at), samples.length);
    this.#history = samples.slice(used);
    this.#at -= used;
    return true;
  }

  #filtered(samples: Float32Array, from: number): number {
    let sum = 0;
    for (let tap = 0; tap < TAPS; tap += 1) sum += samples[from + tap]! * this.#filter[tap]!;
    return sum;
  }

  #push(sample: number): void {
    this.#frame[this.#filled] = Math.max(-32_768, Math.min(32_767, Math.round(sample * 32_767)));
    this.#filled += 1;
    if (this.#filled < FRAME_SAMPLES) return;
    this.port.postMessage(this.#frame.buffer, [this.#frame.buffer]);
    this.#frame = new Int16Array(FRAME_SAMPLES);
    this.#filled = 0;
  }
}

/** A windowed sinc (Blackman); `cutoff` as a share of the sample rate. */
function lowPass(cutoff: number, taps: number): Float32Array {
  const middle = (taps - 1) / 2;
  const filter = Float32Array.from({ length: taps }, (_, index) => {
    const distance = index - middle;
    const sinc = distance === 0 ? 2 * cutoff : Math.sin(2 * Math.PI * cutoff * distance) / (Math.PI * distance);
    const turn = (2 * Math.PI * index) / (taps - 1);
    return sinc * (0.42 - 0.5 * Math.cos(turn) + 0.08 * Math.cos(2 * turn));
  });
  const sum = filter.reduce((total, value) => total + value, 0);
  return filter.map((value) => value / sum);
}

registerProcessor('capture', CaptureProcessor);
