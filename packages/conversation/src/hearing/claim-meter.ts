import { FRAME_MS, FRAME_SAMPLES, SAMPLE_RATE_HZ, SpeechModel, type SpeechModelWeights } from '@parley/audio';
import { SYLLABLE_GAP_MS } from '../turns/utterance-state.ts';
import { CLAIM_SOUND, claimFeatures } from './claim-features.ts';
import type { VoiceEdge } from './voice-tracker.ts';

const SAMPLES_PER_MS = SAMPLE_RATE_HZ / 1000;
/** A frame more than is looked at, as onsets are not on the borders of frames. */
const KEPT_FRAMES = (CLAIM_SOUND.beforeMs + CLAIM_SOUND.ageMs) / FRAME_MS + 1;

/** What was noticed later than that began with noise. */
const LATEST_NOTICE_MS = 80;

/** All calls share them. */
const models = new WeakMap<SpeechModelWeights, SpeechModel>();

function modelOf(weights: SpeechModelWeights): SpeechModel {
  const model = models.get(weights) ?? new SpeechModel(weights);
  models.set(weights, model);
  return model;
}

/**
 * How likely a voice that has just begun is to want the floor, by the sound of its first syllable: "but" and "because" are
 * known from the "yeah" and "okay" of a listener 180 ms behind the onset, when no recognizer has a word of it.
 */
export class ClaimMeter {
  readonly #samples = new Int16Array(KEPT_FRAMES * FRAME_SAMPLES);
  /** Of the voice that is to be judged; null: none is. */
  #onsetMs: number | null = null;
  /** Where the voice before it has ended. */
  #untilMs = Number.NEGATIVE_INFINITY;

  /**
   * @param frame 160 samples of 8 kHz mono
   * @param startMs media time of its first sample
   * @param weights of the language; without them nothing is judged
   * @returns 0 to 1, once for each voice, when that is known; null otherwise
   */
  push(
    frame: Int16Array,
    edge: VoiceEdge | null,
    startMs: number,
    weights: SpeechModelWeights | undefined,
  ): number | null {
    this.#samples.copyWithin(0, FRAME_SAMPLES);
    this.#samples.set(frame, this.#samples.length - FRAME_SAMPLES);
    if (edge?.type === 'voice_stopped') this.#untilMs = edge.untilMs;
    if (edge?.type === 'voice_started' && edge.onsetMs - this.#untilMs > SYLLABLE_GAP_MS)
      this.#onsetMs = Math.max(edge.onsetMs, startMs + FRAME_MS - LATEST_NOTICE_MS);
    const ageMs = this.#onsetMs === null ? 0 : startMs + FRAME_MS - this.#onsetMs;
    if (ageMs < CLAIM_SOUND.ageMs) return null;
    this.#onsetMs = null;
    return weights ? this.#judge(ageMs, modelOf(weights)) : null;
  }

  #judge(ageMs: number, model: SpeechModel): number | null {
    const from = this.#samples.length - (ageMs + CLAIM_SOUND.beforeMs) * SAMPLES_PER_MS;
    if (from < 0) return null;
    const count = (CLAIM_SOUND.beforeMs + CLAIM_SOUND.ageMs) * SAMPLES_PER_MS;
    return model.probability(claimFeatures(this.#samples.subarray(from, from + count)));
  }
}
