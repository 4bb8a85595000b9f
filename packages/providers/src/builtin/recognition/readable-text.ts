/** Recognized words as a sentence: "i'm on time" is "I'm on time". Numbers stay words. */
export function readableText(words: string): string {
  const text = words.replace(/\bi\b/g, 'I');
  return text.charAt(0).toUpperCase() + text.slice(1);
}
