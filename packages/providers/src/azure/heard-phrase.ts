import type { HeardWord } from '@parley/conversation/provider';
import { type FailingVendor, statusFailure } from '../transport/vendor-failure.ts';
import { TICKS_PER_MS } from './boundary-words.ts';

interface PrimaryLanguage {
  Language?: string;
}

interface WordMessage {
  Word: string;
  Offset: number;
  Duration: number;
}

/** The body of `speech.hypothesis` and `speech.phrase`; times are of the turn. */
export interface PhraseMessage {
  Offset?: number;
  Duration?: number;
  PrimaryLanguage?: PrimaryLanguage;
  /** Of a hypothesis. */
  Text?: string;
  RecognitionStatus?: string;
  DisplayText?: string;
  /** The best one first. */
  NBest?: { Display?: string; Words?: WordMessage[] }[];
}

/** In milliseconds of the stream. */
export interface HeardPhrase {
  text: string;
  words: HeardWord[];
  startMs: number;
  language: string | null;
}

const STATUSES: Record<string, number> = { Error: 500, TooManyRequests: 429, BadRequest: 400, Forbidden: 403 };

export const startOf = ({ Offset: ticks = 0 }: PhraseMessage, baseMs: number): number => baseMs + ticks / TICKS_PER_MS;

/**
 * Null: there are no words, as in silence or noise. A status that is a failure is thrown.
 * @param baseMs where in the stream the turn began
 */
export function phraseOf(message: PhraseMessage, baseMs: number, vendor: FailingVendor): HeardPhrase | null {
  const status = message.RecognitionStatus ?? '';
  const failed = STATUSES[status];
  if (failed !== undefined) throw statusFailure(vendor, failed, { message: status });
  const best = message.NBest?.[0];
  const text = best?.Display ?? message.DisplayText ?? '';
  if (status !== 'Success' || text === '') return null;
  const words = (best?.Words ?? []).map(({ Word: word, Offset: offset, Duration: duration }) => {
    const startMs = baseMs + offset / TICKS_PER_MS;
    return { text: word, startMs, endMs: startMs + duration / TICKS_PER_MS };
  });
  return { text, words, startMs: startOf(message, baseMs), language: message.PrimaryLanguage?.Language ?? null };
}
