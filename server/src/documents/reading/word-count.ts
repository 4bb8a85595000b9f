/** Scripts that put no blanks between words; two of their characters count as one. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Khmer}\p{Script=Lao}]/gu;
/** Words are shorter, on the whole: what has none is measured by it. */
const WORD_CHARACTERS = 12;

export function wordCount(text: string): number {
  const unspaced = text.match(UNSPACED)?.length ?? 0;
  const spaced = text.match(/\S+/g)?.length ?? 0;
  return Math.max(spaced, Math.ceil(unspaced / 2), Math.ceil(text.length / WORD_CHARACTERS));
}
