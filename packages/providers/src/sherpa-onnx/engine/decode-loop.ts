import type { OnlineRecognizer } from './library.ts';
import type { RecognizedSegment } from './recognized-segment.ts';

/** More of them take longer than a chunk of audio lasts. */
const BATCH = 16;
/** A host that has not caught up by then never will. */
const BEHIND_MS = 5000;

interface Entry {
  segment: RecognizedSegment;
  onBehind: () => void;
  /** Since when it always had something to decode; null: it has caught up. */
  behindSinceMs: number | null;
}

/** Decodes what all calls have said, those of one recognizer together, and listens to the calls in between. */
export class DecodeLoop {
  readonly #entries = new Map<RecognizedSegment, Entry>();
  #isRunning = false;

  /** `onBehind` is called when the host is too slow for it. */
  add(segment: RecognizedSegment, onBehind: () => void): void {
    this.#entries.set(segment, { segment, onBehind, behindSinceMs: null });
  }

  remove(segment: RecognizedSegment): void {
    this.#entries.delete(segment);
  }

  /** There is something new to decode. */
  wake(): void {
    if (this.#isRunning) return;
    this.#isRunning = true;
    setImmediate(() => this.#round());
  }

  #round(): void {
    const ready = [...this.#entries.values()].filter((entry) => this.#look(entry));
    this.#isRunning = ready.length > 0;
    if (!this.#isRunning) return;
    for (const [recognizer, entries] of Map.groupBy(ready, ({ segment }) => segment.recognizer))
      for (let from = 0; from < entries.length; from += BATCH)
        this.#decode(recognizer, entries.slice(from, from + BATCH));
    setImmediate(() => this.#round());
  }

  /** Whether there is something to decode of it. */
  #look(entry: Entry): boolean {
    const { segment, onBehind } = entry;
    const isReady = segment.recognizer.isReady(segment.stream);
    if (!isReady) {
      entry.behindSinceMs = null;
      segment.advance();
      if (segment.isOver) this.remove(segment);
      return false;
    }
    const nowMs = performance.now();
    entry.behindSinceMs ??= nowMs;
    if (nowMs - entry.behindSinceMs < BEHIND_MS) return true;
    this.remove(segment);
    onBehind();
    return false;
  }

  #decode(recognizer: OnlineRecognizer, entries: readonly Entry[]): void {
    recognizer.decodeStreams(entries.map(({ segment }) => segment.stream));
    for (const { segment } of entries) segment.advance();
  }
}
