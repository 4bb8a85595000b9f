import { type AudioRateHz, type Frame, frameRateHz, RateConverter } from '@parley/audio';
import type { SaidOver, SpeechToTextStream } from '../provider/speech-to-text.ts';

/** A call's frames on their way to a recognizer, at the rate that this one takes. */
export class FrameFeed {
  readonly #stream: SpeechToTextStream;
  readonly #rateHz: AudioRateHz;
  #converter: RateConverter | null = null;

  constructor(stream: SpeechToTextStream, rateHz: AudioRateHz) {
    this.#stream = stream;
    this.#rateHz = rateHz;
  }

  /** All frames have one rate. */
  write(frame: Frame, voiced: boolean): void {
    this.#stream.write(this.#converted(frame), voiced);
  }

  finalize(said?: SaidOver): void {
    this.#stream.finalize(said);
  }

  #converted(frame: Frame): Frame {
    const fromHz = frameRateHz(frame);
    if (fromHz === this.#rateHz) return frame;
    this.#converter ??= new RateConverter(fromHz, this.#rateHz);
    return this.#converter.convert(frame);
  }
}
