import { FRAME_MS, type Frame } from '@parley/audio';
import type { SaidOver, SpeechToTextStream } from '../provider/speech-to-text.ts';

interface Sound {
  frame: Frame;
  voiced: boolean;
}

/** A frame, or that a final was asked for. */
type Item = Sound | SaidOver;

const isSound = (item: Item): item is Sound => 'frame' in item;

/** More would be recognized too late to be replied to. */
const MOST_FRAMES = 10_000 / FRAME_MS;
/** Recognizers want to hear a word's beginning before the detector is sure of it. */
const PRE_ROLL_FRAMES = 300 / FRAME_MS;

/** The latest audio that no final has come for, and the finals that were asked for: what a new stream has to be sent. */
export class UnansweredAudio {
  #items: Item[] = [];
  #frames = 0;
  /** Media time of the end of the last frame. */
  #endMs = 0;
  #hasVoice = false;

  /** Media time of the first frame. */
  get startMs(): number {
    return this.#endMs - this.#frames * FRAME_MS;
  }

  /** Finals that were asked for and have not come. */
  get finals(): number {
    return this.#items.filter((item) => !isSound(item)).length;
  }

  /** @param endMs media time of the frame's end */
  write(frame: Frame, voiced: boolean, endMs: number): void {
    this.#endMs = endMs;
    this.#hasVoice ||= voiced;
    this.#items.push({ frame: frame.slice(), voiced });
    this.#frames += 1;
    while (this.#frames > (this.#hasVoice ? MOST_FRAMES : PRE_ROLL_FRAMES)) this.#shift();
  }

  finalize(said: SaidOver = {}): void {
    this.#items.push(said);
  }

  /** A final has come: what was sent before it was asked for needs no other; all of it, when none was asked for. */
  answer(): void {
    const asked = this.#items.findIndex((item) => !isSound(item));
    this.#dropUntil(asked < 0 ? this.#items.length : asked + 1);
  }

  /** What was said before media time `atMs` is not to be sent again. */
  forgetBefore(atMs: number): void {
    while (this.#items.length > 0 && this.startMs < atMs) this.#shift();
  }

  /** Sends all of it. */
  sendTo(stream: Pick<SpeechToTextStream, 'write' | 'finalize'>): void {
    for (const item of this.#items) {
      if (isSound(item)) stream.write(item.frame, item.voiced);
      else stream.finalize(item);
    }
  }

  #dropUntil(count: number): void {
    const dropped = this.#items.splice(0, count);
    this.#frames -= dropped.filter(isSound).length;
    this.#noteVoice();
  }

  #shift(): void {
    const item = this.#items.shift();
    if (item && isSound(item)) this.#frames -= 1;
    if (this.#frames <= PRE_ROLL_FRAMES) this.#noteVoice();
  }

  #noteVoice(): void {
    this.#hasVoice = this.#items.some((item) => !isSound(item) || item.voiced);
  }
}
