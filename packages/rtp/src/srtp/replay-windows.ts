import { SeenSequences } from '../serial-number.ts';

/** A packet this far behind the newest is taken for a replayed one (RFC 3711 section 3.3.2 asks for 64 at least). */
const WINDOW = 256;
/** Sources of one peer that are protected against replay; the oldest is forgotten. */
const MOST_SOURCES = 16;

interface Source {
  /** The highest packet index that was authentic. */
  highest: number;
  seen: SeenSequences;
}

/** Which packets of each source of a peer were there already. */
export class ReplayWindows {
  readonly #sources = new Map<number, Source>();

  /** The highest index of a source so far; null before its first packet. */
  highest(ssrc: number): number | null {
    return this.#sources.get(ssrc)?.highest ?? null;
  }

  /** There before, or too old to tell. */
  isReplayed(ssrc: number, index: number): boolean {
    const source = this.#sources.get(ssrc);
    return source !== undefined && (index <= source.highest - WINDOW || source.seen.has(index));
  }

  /** A packet that was authentic. */
  remember(ssrc: number, index: number): void {
    const source = this.#sources.get(ssrc) ?? this.#add(ssrc);
    source.seen.add(index);
    source.highest = Math.max(source.highest, index);
  }

  #add(ssrc: number): Source {
    const [oldest] = this.#sources.keys();
    if (this.#sources.size >= MOST_SOURCES) this.#sources.delete(oldest!);
    const source = { highest: 0, seen: new SeenSequences() };
    this.#sources.set(ssrc, source);
    return source;
  }
}
