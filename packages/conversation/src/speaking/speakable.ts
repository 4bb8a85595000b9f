/** Models write Markdown and emoji though they are asked not to; "asterisk asterisk" is not to be spoken. */
const MARKUP: readonly (readonly [RegExp, string])[] = [
  [/!?\[([^\]]*)\]\([^)\s]*\)/g, '$1'],
  [/^\s{0,3}#{1,6}\s+/gm, ''],
  [/^\s*[-*+•]\s+/gm, ''],
  [/\*\*|__|~~|`+/g, ''],
  [/(^|[\s("'])[*_](\S(?:[^*_]*\S)?)[*_](?=$|[\s.,;:!?)"'])/g, '$1$2'],
  [/\p{Extended_Pictographic}|\u{FE0F}|\u{200D}/gu, ''],
  [/\s+/g, ' '],
];

/** A clause as it is to be said: plain text. Empty when nothing of it can be said. */
export function speakable(clause: string): string {
  const plain = MARKUP.reduce((text, [pattern, replacement]) => text.replace(pattern, replacement), clause).trim();
  return /[\p{L}\p{N}]/u.test(plain) ? plain : '';
}
