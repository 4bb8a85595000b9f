/** "Up to 100", and 500 tokens for all of them (https://developers.deepgram.com/docs/keyterm#key-term-limits). */
const MAX_TERMS = 100;
/** A token of names and foreign words has two characters or more. */
const MAX_CHARACTERS = 1000;

/** As many of the hints, from the first on, as the vendor takes: beyond its limit it refuses the stream. */
export function keyTerms(hints: readonly string[]): string[] {
  const terms: string[] = [];
  let characters = 0;
  for (const term of new Set(hints.map((hint) => hint.trim()))) {
    if (term === '' || characters + term.length > MAX_CHARACTERS) continue;
    characters += term.length;
    terms.push(term);
    if (terms.length === MAX_TERMS) break;
  }
  return terms;
}
