import { LogMel, MELS } from './log-mel.ts';
import type { OnnxSession } from './session.ts';

/** 8 s of 16 kHz: what the model looks at. */
const TAIL_SAMPLES = 128_000;
const COLUMNS = 800;
const INPUT = 'input_features';
const FULL_SCALE = 32_768;

/**
 * Smart Turn 3 (pipecat-ai/smart-turn, inference.py): the features of the last 8 s, with silence before what is shorter, to the
 * probability that the speaker has finished.
 */
export class SmartTurn {
  readonly #session: OnnxSession;
  readonly #features = new LogMel();

  /** @throws Error for a model of another shape */
  constructor(session: OnnxSession) {
    if (!session.inputNames.includes(INPUT))
      throw new Error(`is no Smart Turn 3: its inputs are ${session.inputNames.join(', ')}`);
    this.#session = session;
  }

  /** @param samples of 16 kHz mono, the newest last */
  async judge(samples: Int16Array): Promise<number> {
    const tail = samples.subarray(Math.max(0, samples.length - TAIL_SAMPLES));
    const padded = new Float32Array(TAIL_SAMPLES);
    for (let i = 0; i < tail.length; i++) padded[TAIL_SAMPLES - tail.length + i] = tail[i]! / FULL_SCALE;
    const input = this.#session.float(this.#features.measure(padded), [1, MELS, COLUMNS]);
    const outputs = await this.#session.run({ [INPUT]: input });
    const [name, output] = Object.entries(outputs)[0]!;
    const value = Number(output.data[0]);
    // The output that is published is a probability, whatever it is called; an export without the last step says so.
    return name === 'logits' && (value < 0 || value > 1) ? 1 / (1 + Math.exp(-value)) : value;
  }
}
