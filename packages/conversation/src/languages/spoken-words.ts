/**
 * The words of a text as they are spoken: lower case, without punctuation, apostrophes kept inside words.
 * Two texts with the same words sound the same, however a recognizer punctuates them.
 */
export function spokenWords(text: string): string[] {
  const plain = text.toLowerCase().replace(/[’‘`]/g, "'");
  return plain.match(/[\p{L}\p{N}][\p{L}\p{M}\p{N}]*(?:'[\p{L}\p{M}\p{N}]+)*/gu) ?? [];
}

/** A key under which texts that sound the same are equal. */
export function spokenKey(text: string): string {
  return spokenWords(text).join(' ');
}
