import { createHash } from 'node:crypto';
import type { AudioRateHz } from '@parley/audio';
import type { TimedWord } from '../conversation-event.ts';

/** All that shapes the audio of a clause, of one voice of one account. */
export interface ClauseIdentity {
  text: string;
  /** BCP 47. */
  language: string;
  rateHz: AudioRateHz;
}

/** A clause as a voice has said it: 16-bit mono, words in milliseconds from its start. */
export interface SaidClause {
  samples: Int16Array;
  words: readonly TimedWord[];
}

/** What one voice has said before. Each clause is asked of a vendor by itself, so that its audio depends on nothing else. */
export interface VoiceMemory {
  /** Null: it has to be synthesized. */
  recall(identity: ClauseIdentity): SaidClause | null;
  /**
   * The voice has said this, in one go and to its end. What is kept of it is a copy.
   * @param comesAgain that is known of it: it is kept though it was said once. Default false.
   */
  note(identity: ClauseIdentity, said: SaidClause, comesAgain?: boolean): void;
  /** Whether the voice is to say this ahead: it is not kept, and no other call is about to ask for it. */
  claim(identity: ClauseIdentity): boolean;
}

export interface SaidClausesOptions {
  /** Monotonic. */
  nowMs: () => number;
  /** Of sound, in all. */
  mostBytes?: number;
}

/** Some nine minutes of narrowband speech. */
const MOST_BYTES = 8 * 1024 * 1024;
/** Longer ones hardly come again; and of an interrupted one the rest would have been for nothing. */
const LONGEST_TEXT = 120;
/** Fifteen seconds of narrowband sound: a voice that takes longer for such a text has gone astray. */
const MOST_BYTES_EACH = 15 * 16_000;
/** A voice may have said it badly, and vendors change their voices. */
const FRESH_MS = 60 * 60_000;
/** A call that was to have something said ahead, and has not by now, never will. */
const CLAIM_MS = 60_000;
/** Clauses that were said once: names and numbers never come again, and their audio is not kept. */
const MOST_SEEN = 4096;

interface Kept extends SaidClause {
  keptMs: number;
}

/**
 * The sound of short clauses that a voice has said twice lately, or once where they are known to come again, to be heard at
 * once when it has to say them: what agents begin their replies with, their greetings and questions. Those that were wanted longest ago make room.
 */
export class SaidClauses {
  readonly #nowMs: () => number;
  readonly #mostBytes: number;
  /** The least recently wanted first. */
  readonly #kept = new Map<string, Kept>();
  readonly #seen = new Set<string>();
  /** Until when each is left to the call that is about to ask for it. */
  readonly #claimedUntilMs = new Map<string, number>();
  #bytes = 0;

  constructor({ nowMs, mostBytes = MOST_BYTES }: SaidClausesOptions) {
    this.#nowMs = nowMs;
    this.#mostBytes = mostBytes;
  }

  /** Of sound, that are kept now. */
  get bytes(): number {
    return this.#bytes;
  }

  /** @param owner tells one voice of one account, with all its settings, from every other */
  of(owner: string): VoiceMemory {
    return {
      recall: (identity) => this.#recall(keyOf(owner, identity)),
      note: (identity, said, comesAgain = false) => {
        if (identity.text.length <= LONGEST_TEXT) this.#note(keyOf(owner, identity), said, comesAgain);
      },
      claim: (identity) => this.#claim(keyOf(owner, identity)),
    };
  }

  #recall(key: string): SaidClause | null {
    const kept = this.#kept.get(key);
    if (!kept) return null;
    this.#forget(key);
    if (this.#nowMs() - kept.keptMs > FRESH_MS) return null;
    this.#keep(key, kept);
    return kept;
  }

  #claim(key: string): boolean {
    const nowMs = this.#nowMs();
    const kept = this.#kept.get(key);
    if (kept && nowMs - kept.keptMs <= FRESH_MS) return false;
    if (nowMs < (this.#claimedUntilMs.get(key) ?? 0)) return false;
    for (const [claimed, untilMs] of this.#claimedUntilMs) if (untilMs <= nowMs) this.#claimedUntilMs.delete(claimed);
    this.#claimedUntilMs.set(key, nowMs + CLAIM_MS);
    return true;
  }

  #note(key: string, { samples, words }: SaidClause, comesAgain: boolean): void {
    if (samples.byteLength === 0 || samples.byteLength > Math.min(MOST_BYTES_EACH, this.#mostBytes)) return;
    if (!this.#seen.delete(key) && !comesAgain) {
      if (this.#seen.size >= MOST_SEEN) this.#seen.delete(this.#seen.keys().next().value!);
      this.#seen.add(key);
      return;
    }
    this.#forget(key);
    this.#keep(key, { samples: samples.slice(), words: [...words], keptMs: this.#nowMs() });
    while (this.#bytes > this.#mostBytes) this.#forget(this.#kept.keys().next().value!);
  }

  #keep(key: string, kept: Kept): void {
    this.#kept.set(key, kept);
    this.#bytes += kept.samples.byteLength;
  }

  #forget(key: string): void {
    const kept = this.#kept.get(key);
    if (!kept) return;
    this.#kept.delete(key);
    this.#bytes -= kept.samples.byteLength;
  }
}

/** The texts themselves are not kept as keys. */
const keyOf = (owner: string, { text, language, rateHz }: ClauseIdentity): string =>
  createHash('sha256')
    .update(JSON.stringify([owner, language, rateHz, text]))
    .digest('base64');
