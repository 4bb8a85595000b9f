import { Concealer, FRAME_MS, FRAME_SAMPLES, mix } from '@parley/audio';
import { seededRandom } from '@parley/audio/testing';
import { PinkNoise } from '@parley/simulated-phone';
import type { Line } from '../cases/test-case.ts';
import { amplified } from '../stimuli/speech-clip.ts';
import { soundAt } from './places.ts';

const SILENCE = new Int16Array(FRAME_SAMPLES);

/** What happens to the caller's sound on its way: the agent's echo, the noise of the line, and loss. */
export class TelephoneLine {
  readonly #line: Line;
  readonly #noise: PinkNoise | null;
  readonly #atPlace: ((said: Int16Array) => Int16Array) | null;
  readonly #loss: () => number;
  readonly #concealer = new Concealer(8000);
  /** What the agent has sent, frame by frame; as long as an echo may take. */
  readonly #sent: Int16Array[] = [];

  constructor(line: Line) {
    this.#line = line;
    this.#noise = line.noiseDbov === null ? null : new PinkNoise(line.noiseDbov, seededRandom(line.seed));
    this.#atPlace = line.place && soundAt(line.place, line.seed + 2);
    this.#loss = seededRandom(line.seed + 1);
  }

  /** @param sent what the agent sent in the frame before. @param said what the caller says in this one */
  pass(sent: Int16Array | null, said: Int16Array | null): Int16Array {
    this.#sent.unshift(sent ?? SILENCE);
    this.#sent.length = Math.min(this.#sent.length, 20);
    const echo = this.#echo();
    const noise = this.#noise?.nextFrame() ?? SILENCE;
    const there = this.#atPlace?.(said ?? SILENCE) ?? said ?? SILENCE;
    const sound = mix(mix(there, noise), echo);
    if (this.#line.lossRate === 0) return sound;
    return this.#loss() < this.#line.lossRate ? this.#concealer.conceal() : this.#concealer.good(sound);
  }

  #echo(): Int16Array {
    const { echo } = this.#line;
    const late = echo && this.#sent[Math.round(echo.delayMs / FRAME_MS)];
    return late ? amplified(late, echo.gainDb) : SILENCE;
  }
}
