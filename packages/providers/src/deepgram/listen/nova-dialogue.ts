import type { HeardWord } from '@parley/conversation/provider';
import { FINAL_LIMIT_MS, type ListenDialogue, type ListenStreamPort } from './listen-dialogue.ts';
import { type NovaResults, novaMessage } from './nova-messages.ts';
import { NovaUtterance } from './nova-utterance.ts';

/** Answered utterances that are remembered for words that come late. */
const REMEMBERED = 8;
/** An answer ends where its `Finalize` came, rounded as the vendor does. */
const ROUNDING_MS = 100;

/**
 * The protocol of Nova: results by their time in the stream. Its endpointing is off, so that what ends an utterance is
 * `finalize`, or a second without a word in noise that a detector of voices takes for one (`UtteranceEnd`).
 */
export class NovaDialogue implements ListenDialogue {
  readonly #port: ListenStreamPort;
  /** Oldest first; the last one is what is being said. */
  readonly #utterances = [new NovaUtterance()];
  #language: string | null = null;

  constructor(port: ListenStreamPort) {
    this.#port = port;
  }

  advance(): void {
    const nowMs = this.#port.nowMs();
    for (const utterance of [...this.#utterances])
      if (!utterance.isAnswered && utterance.deadlineMs <= nowMs) this.#answer(utterance);
  }

  finalize(writtenMs: number): void {
    this.#end(writtenMs);
  }

  receive(message: unknown): void {
    const { success, data } = novaMessage.safeParse(message);
    // Metadata, SpeechStarted, and whatever may be added.
    if (!success) return;
    if (data.type === 'Results') this.#hear(data);
    else if (data.type === 'UtteranceEnd') this.#endUnasked(data.last_word_end * 1000);
    else throw this.#port.failure(data.description || data.message, true);
  }

  get #current(): NovaUtterance {
    return this.#utterances.at(-1)!;
  }

  #end(endMs: number): void {
    this.#current.endMs = endMs;
    this.#current.deadlineMs = this.#port.nowMs() + FINAL_LIMIT_MS;
    this.#utterances.push(new NovaUtterance());
    this.#port.send({ type: 'Finalize' });
  }

  #endUnasked(lastWordMs: number): void {
    const { startMs, text } = this.#current;
    if (text !== '' && startMs !== null && startMs < lastWordMs) this.#end(lastWordMs);
  }

  #hear(results: NovaResults): void {
    const { transcript: text, words, languages } = results.channel.alternatives[0] ?? { transcript: '', words: [] };
    const beginMs = results.start * 1000;
    const startMs = words[0] ? words[0].start * 1000 : beginMs;
    const settled = results.from_finalize ? this.#settledBy(beginMs + results.duration * 1000) : [];
    const utterance = settled.at(-1) ?? this.#at(startMs, beginMs);
    if (text !== '') {
      if (results.is_final) utterance.hearSegment(text, words.map(heardWord), startMs);
      else utterance.hearInterim(text, startMs, wordsEndMs(results));
      this.#tellLanguage(results, languages?.[0]);
    }
    if (settled.length > 0) for (const answered of settled) this.#answer(answered);
    else if (text !== '') this.#tell(utterance, results.is_final);
  }

  /** The one that went on at `startMs`; a result that begins where another one was ended is of a later one. */
  #at(startMs: number, beginMs: number): NovaUtterance {
    const isOf = (endMs: number): boolean => startMs < endMs && beginMs < endMs - ROUNDING_MS;
    return this.#utterances.find(({ endMs }) => endMs === null || isOf(endMs))!;
  }

  /** What is answered by the answer to a `Finalize`: its utterance, and those before it that had no answer of their own. */
  #settledBy(untilMs: number): NovaUtterance[] {
    const open = this.#utterances.filter(({ endMs, isAnswered }) => endMs !== null && !isAnswered);
    return open.filter(({ endMs }) => endMs! <= untilMs + ROUNDING_MS);
  }

  /** Words that change what was reported of the utterance. */
  #tell(utterance: NovaUtterance, isFinal: boolean): void {
    if (!utterance.isAnswered) this.#port.emit(utterance.partial);
    else if (isFinal) this.#port.emit(utterance.final);
  }

  #answer(utterance: NovaUtterance): void {
    utterance.isAnswered = true;
    this.#port.emit(utterance.final);
    const answered = this.#utterances.filter(({ isAnswered }) => isAnswered);
    if (answered.length > REMEMBERED) this.#utterances.splice(this.#utterances.indexOf(answered[0]!), 1);
  }

  #tellLanguage({ is_final: isFinal }: NovaResults, language: string | undefined): void {
    if (!isFinal || language === undefined || language === this.#language) return;
    this.#language = language;
    this.#port.emit({ type: 'language', language });
  }
}

/** Of words that may still change the end is a guess, and may lie beyond what was listened to. */
function wordsEndMs({ start, duration, channel }: NovaResults): number | null {
  const last = channel.alternatives[0]?.words.at(-1);
  return last ? Math.min(last.end, start + duration) * 1000 : null;
}

function heardWord(word: {
  word: string;
  punctuated_word?: string | undefined;
  start: number;
  end: number;
}): HeardWord {
  return { text: word.punctuated_word ?? word.word, startMs: word.start * 1000, endMs: word.end * 1000 };
}
