/** The last of a sound: so many samples, or as many as there are. */
export class SoundTail {
  readonly #ring: Int16Array;
  /** Of all that was written. */
  #length = 0;

  constructor(keptSamples: number) {
    this.#ring = new Int16Array(keptSamples);
  }

  /** @param samples at most as many as are kept */
  write(samples: Int16Array): void {
    const at = this.#length % this.#ring.length;
    const first = samples.subarray(0, this.#ring.length - at);
    this.#ring.set(first, at);
    this.#ring.set(samples.subarray(first.length));
    this.#length += samples.length;
  }

  /** In their order, the newest last: a copy. */
  read(count = this.#ring.length): Int16Array<ArrayBuffer> {
    const wanted = Math.min(count, this.#length, this.#ring.length);
    const samples = new Int16Array(wanted);
    const from = (this.#length - wanted) % this.#ring.length;
    const first = this.#ring.subarray(from, from + wanted);
    samples.set(first);
    samples.set(this.#ring.subarray(0, wanted - first.length), first.length);
    return samples;
  }
}
