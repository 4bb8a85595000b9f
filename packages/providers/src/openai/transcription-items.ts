import type { SpeechToTextEvent } from '@parley/conversation/provider';

/** How long a transcript holds back those behind it, in the time of the stream. */
const MAX_LATENESS_MS = 5000;
/** Words come about this long after they were said. */
const WORD_DELAY_MS = 1000;
const MAX_SETTLED_IDS = 100;

/** A stretch of audio between two commits, which the vendor makes an item of. */
interface Item {
  id: string | null;
  /** Where its first voice is; of an item without voice, where it begins. */
  startMs: number;
  /** When it was committed; null while it is still being said. */
  committedAtMs: number | null;
  text: string;
  /** It will not change any more. */
  isComplete: boolean;
}

/**
 * The items of a transcription session, whose transcripts the vendor completes in any order ("Ordering between
 * completion events from different speech turns is not guaranteed", Realtime transcription guide): finals leave in the
 * order of the commits.
 */
export class TranscriptionItems {
  readonly #emit: (event: SpeechToTextEvent) => void;
  #items: Item[] = [];
  /** Of items whose finals have left: what comes for them is too late. */
  #settledIds: string[] = [];
  #nowMs = 0;
  #committedUntilMs = 0;

  constructor(emit: (event: SpeechToTextEvent) => void) {
    this.#emit = emit;
  }

  /** The audio of the stream is so long by now. A transcript that does not come holds back the others no longer. */
  passTime(nowMs: number): void {
    this.#nowMs = nowMs;
    const [first, ...behind] = this.#items;
    if (first?.committedAtMs == null || nowMs - first.committedAtMs < MAX_LATENESS_MS) return;
    if (behind.some(({ isComplete }) => isComplete)) this.#complete(first);
  }

  /** The audio that comes now has a voice. */
  hearVoice(): void {
    this.#current(this.#nowMs);
  }

  /** The audio until now is an item. */
  commit(): void {
    this.#current(this.#committedUntilMs).committedAtMs = this.#nowMs;
    this.#committedUntilMs = this.#nowMs;
  }

  /** An utterance without audio: there is nothing to ask for. */
  commitNothing(): void {
    this.commit();
    this.#complete(this.#items.at(-1)!);
  }

  committed(id: string): void {
    this.#named(id);
  }

  delta(id: string, delta: string): void {
    // Of a voice that our own detector did not hear, too.
    const item = this.#named(id) ?? this.#unheard(id);
    if (!item || item.isComplete) return;
    item.text += delta;
    this.#emit({ type: 'partial', text: item.text, startMs: item.startMs, untilMs: null });
  }

  completed(id: string, transcript: string): void {
    const item = this.#named(id);
    if (!item || item.isComplete) return;
    item.text = transcript;
    this.#complete(item);
  }

  /** The vendor refused to commit: there was too little audio for it. */
  refusedCommit(): void {
    const item = this.#items.find(({ id, committedAtMs, isComplete }) => !id && committedAtMs !== null && !isComplete);
    if (item) this.#complete(item);
  }

  /** The item that is being said; it starts there unless it has started already. */
  #current(startMs: number): Item {
    const last = this.#items.at(-1);
    if (last?.committedAtMs === null) return last;
    const item: Item = { id: null, startMs, committedAtMs: null, text: '', isComplete: false };
    this.#items.push(item);
    return item;
  }

  /** The vendor names items in the order of their audio, with their commit or with their first words. */
  #named(id: string): Item | null {
    if (this.#settledIds.includes(id)) return null;
    const known = this.#items.find((item) => item.id === id);
    if (known) return known;
    const item = this.#items.find((candidate) => candidate.id === null && !candidate.isComplete) ?? null;
    if (item) item.id = id;
    return item;
  }

  #unheard(id: string): Item | null {
    if (this.#settledIds.includes(id)) return null;
    const item = this.#current(Math.max(this.#committedUntilMs, this.#nowMs - WORD_DELAY_MS));
    item.id ??= id;
    return item.id === id ? item : null;
  }

  #complete(item: Item): void {
    item.isComplete = true;
    while (this.#items[0]?.isComplete) {
      const { id, text, startMs } = this.#items.shift()!;
      if (id !== null) this.#settledIds = [...this.#settledIds, id].slice(-MAX_SETTLED_IDS);
      this.#emit({ type: 'final', text, words: [], startMs });
    }
  }
}
