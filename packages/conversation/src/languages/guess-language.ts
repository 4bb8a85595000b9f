import { allPacks } from './packs.ts';
import { spokenWords } from './spoken-words.ts';

/** Scripts that one of the packs alone is written in; kana come before the Chinese letters that stand between them. */
const SCRIPTS: readonly (readonly [RegExp, string])[] = [
  [/[\p{Script=Hiragana}\p{Script=Katakana}]/u, 'ja'],
  [/\p{Script=Han}/u, 'zh'],
  [/\p{Script=Devanagari}/u, 'hi'],
  [/\p{Script=Arabic}/u, 'ar'],
];
/** One word may be a name. */
const FEWEST_TELLTALES = 2;

const telltales = allPacks.map(({ tag, telltales: words }) => ({ tag, words: new Set(words) }));

/** The language that a text is written in, as its primary subtag; null where it does not tell. */
export function guessLanguage(text: string): string | null {
  const byScript = SCRIPTS.find(([script]) => script.test(text));
  if (byScript) return byScript[1];
  const words = spokenWords(text);
  const [first, second] = telltales
    .map(({ tag, words: known }) => ({ tag, count: words.filter((word) => known.has(word)).length }))
    .sort((one, other) => other.count - one.count);
  const isClear = first!.count >= FEWEST_TELLTALES && first!.count > second!.count;
  return isClear ? first!.tag : null;
}
