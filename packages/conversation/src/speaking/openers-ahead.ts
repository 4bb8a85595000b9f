import { AskedVoice } from './asked-voice.ts';
import { ClauseSound } from './clause-sound.ts';
import type { VoiceMemory } from './said-clauses.ts';
import type { SpokenVoice, Synthesis } from './synthesis.ts';

/** What is to be heard soon comes first: so often it is looked whether the voice is free. */
const LOOK_EVERY_MS = 100;

/**
 * Has the voice say what replies begin with before one does, where it has not said that lately: one at a time, while nothing
 * else is asked of it. A voice that cannot is left alone: what is wrong with it shows when it has to be heard.
 */
export class OpenersAhead {
  readonly #synthesis: Synthesis;
  /** BCP 47; null: none was begun. */
  #begunLanguage: string | null = null;
  #asked: AskedVoice | null = null;
  #isClosed = false;

  constructor(synthesis: Synthesis) {
    this.#synthesis = synthesis;
  }

  /** Once for each language of the call; a voice that goes on where another one has failed has more urgent things to say. */
  begin(): void {
    const { voice, language } = this.#synthesis;
    if (this.#isClosed || language === this.#begunLanguage) return;
    this.#begunLanguage = language;
    if (voice.memory) void this.#run(voice, voice.memory, language);
  }

  /** Idempotent. */
  close(): void {
    this.#isClosed = true;
    this.#asked?.close();
  }

  async #run(voice: SpokenVoice, memory: VoiceMemory, language: string): Promise<void> {
    for (const text of this.#synthesis.pack.openers) {
      const identity = { text, language, rateHz: this.#synthesis.rateHz };
      await this.#untilFree();
      const isPast = voice !== this.#synthesis.voice || language !== this.#synthesis.language;
      if (this.#isClosed || isPast) return;
      if (!memory.claim(identity)) continue;
      const clause = await this.#say(text, voice, language);
      if (clause === null) return;
      memory.note(identity, clause.said, true);
    }
  }

  async #untilFree(): Promise<void> {
    while (this.#synthesis.isBusy && !this.#isClosed)
      await new Promise<void>((resolve) => void this.#synthesis.clock.after(LOOK_EVERY_MS, resolve));
  }

  /** Null: it was not said to its end. */
  async #say(text: string, voice: SpokenVoice, language: string): Promise<ClauseSound | null> {
    const clause = new ClauseSound(text, this.#synthesis.rateHz);
    const asked = new AskedVoice(voice, { language, sampleRateHz: clause.rateHz }, false);
    this.#asked = asked;
    asked.ask(text);
    this.#synthesis.noteText(voice, text);
    for (;;) {
      const news = await asked.news;
      asked.take();
      const isLost = news.type === 'failed' || this.#isClosed;
      if (isLost || news.event.type === 'flushed') {
        asked.flushInto(clause);
        asked.close();
        clause.complete();
        return isLost || clause.length === 0 ? null : clause;
      }
      asked.append(clause, news.event);
    }
  }
}
