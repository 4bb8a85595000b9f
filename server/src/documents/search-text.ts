/** Scripts that put no blanks between words. */
const UNSPACED_RUN =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Khmer}\p{Script=Lao}ー々]+/gu;

/**
 * The text as it is indexed, and as it is asked for: of scripts without blanks every two characters that follow each
 * other are a word, because PostgreSQL would take a whole sentence for one.
 */
export function searchText(text: string): string {
  return text.replace(UNSPACED_RUN, (run) => ` ${pairsOf(run).join(' ')} `);
}

function pairsOf(run: string): string[] {
  const characters = [...run];
  if (characters.length === 1) return characters;
  return characters.slice(1).map((character, index) => characters[index]! + character);
}
