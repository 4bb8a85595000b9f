/** Letters without a decomposition, and marks that speakers leave out: hamza, nukta, candrabindu, short vowels, tatweel. */
const FOLDED: readonly (readonly [RegExp, string])[] = [
  [/[\u0300-\u036f\u064b-\u065f\u0670\u0640\u093c]/g, ''],
  [/ł/g, 'l'],
  [/ß/g, 'ss'],
  [/œ/g, 'oe'],
  [/æ/g, 'ae'],
  [/[أإآٱ]/g, 'ا'],
  [/ى/g, 'ي'],
  [/ة/g, 'ه'],
  [/ँ/g, 'ं'],
];
const KATAKANA = /[\u30a1-\u30f6]/g;
const KANA_DISTANCE = 0x60;

/** A text without what recognizers write now one way, now another: accents, vowel marks, the kind of kana. */
export function folded(text: string): string {
  // Only Latin and Arabic marks are taken away, so what else was decomposed is put together again.
  const bare = FOLDED.reduce((rest, [pattern, by]) => rest.replace(pattern, by), text.normalize('NFKD'));
  return bare.normalize('NFC').replace(KATAKANA, (letter) => String.fromCharCode(letter.charCodeAt(0) - KANA_DISTANCE));
}
