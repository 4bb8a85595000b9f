import type { SpeechToTextStream } from '@parley/conversation';
import type { VirtualTime } from '@parley/conversation/testing';
import type { AudibleWords } from '../agent/truth-recognizer.ts';

/** Recognizers that are not asked for finals end a segment by themselves; LiveKit's plugins set them so. */
const GAP_MS = 100;

/** Asks for a final whenever no word has begun for so long after the last one. */
export class SelfFinishing {
  readonly #stream: SpeechToTextStream;
  readonly #time: VirtualTime;
  readonly #caller: AudibleWords;
  #finalMs = 0;

  constructor(stream: SpeechToTextStream, time: VirtualTime, caller: AudibleWords) {
    this.#stream = stream;
    this.#time = time;
    this.#caller = caller;
  }

  write(frame: Int16Array): void {
    this.#stream.write(frame, true);
    const { nowMs } = this.#time;
    const said = this.#caller.words(this.#finalMs, Number.POSITIVE_INFINITY);
    const last = said.findLast(({ endMs }) => endMs <= nowMs - GAP_MS);
    if (!last || said.some(({ startMs }) => startMs > last.startMs && startMs <= nowMs)) return;
    this.#finalMs = nowMs;
    this.#stream.finalize();
  }
}
