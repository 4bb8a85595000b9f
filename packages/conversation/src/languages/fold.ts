/** What recognizers leave out or write in several ways: hamza, short vowels, tatweel, nukta, candrabindu. */
const FOLDED: readonly (readonly [RegExp, string])[] = [
  [/[\u064b-\u065f\u0670\u0640\u093c]/g, ''],
  [/ß/g, 'ss'],
  [/[أإآٱ]/g, 'ا'],
  [/ى/g, 'ي'],
  [/ة/g, 'ه'],
  [/ँ/g, 'ं'],
];
const ASCII = /^\p{ASCII}*$/u;
const KATAKANA = /[\u30a1-\u30f6]/g;
const KANA_DISTANCE = 0x60;

/**
 * A text without the differences that a script allows and that no word depends on. Accents of Latin letters stay:
 * "si" is not "sí", nor "deje" "dejé".
 */
export function folded(text: string): string {
  // Nothing of it is written in several ways, and most of what is heard is nothing else.
  if (ASCII.test(text)) return text;
  const bare = FOLDED.reduce((rest, [pattern, by]) => rest.replace(pattern, by), text.normalize('NFKD')).normalize(
    'NFC',
  );
  return bare.replace(KATAKANA, (letter) => String.fromCharCode(letter.charCodeAt(0) - KANA_DISTANCE));
}
