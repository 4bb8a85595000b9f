import type { HeardWord } from '@parley/conversation/provider';

export interface Token {
  /** A word or a part of one, with the space before it. */
  text: string;
  /** Of the stream. */
  start_ms?: number;
  end_ms?: number;
  is_final?: boolean;
  /** Where it was asked for. */
  language?: string;
}

/** Scripts that write words without a space between them. */
const UNSPACED = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;

export const textOf = (tokens: readonly Token[]): string =>
  tokens
    .map(({ text }) => text)
    .join('')
    .trim();

/** Words out of their parts. */
export function wordsOf(tokens: readonly Token[]): HeardWord[] {
  const words: HeardWord[] = [];
  let isBetween = true;
  for (const { text, start_ms: startMs = words.at(-1)?.endMs ?? 0, end_ms: endMs = startMs } of tokens) {
    const part = text.trim();
    const last = words.at(-1);
    if (part !== '' && last && !isBetween && !/^\s/.test(text) && !UNSPACED.test(part)) {
      last.text += part;
      last.endMs = endMs;
    } else if (part !== '') words.push({ text: part, startMs, endMs });
    isBetween = /\s$/.test(text);
  }
  return words;
}

/** What most of the text is in; null where tokens do not say. */
export function languageOf(tokens: readonly Token[]): string | null {
  const characters = new Map<string, number>();
  for (const { language, text } of tokens)
    if (language) characters.set(language, (characters.get(language) ?? 0) + text.length);
  return [...characters].toSorted(([, a], [, b]) => b - a)[0]?.[0] ?? null;
}
