/**
 * How a language is read, as far as it matters for finding words in audio.
 *
 * Sounds: `A` `E` `I` `U` vowels (open, middle, front, back), `*` any of them, `n` nasals, `l` what glides (l, r, w, y), `s`
 * hisses, `f` breaths (f, v, h, th), `t` voiceless stops, `d` voiced ones, `c` any consonant. With `?` behind one it may be
 * left out.
 */
export interface Spelling {
  /**
   * Patterns of lower-case letters, each tried where the one before has ended (`^` and `$` are the borders of the word), with
   * the sounds that they stand for. The first that fits counts; where none does, letters are read as in most languages.
   */
  readonly rules: readonly (readonly [pattern: string, sounds: string])[];
  /** The sounds of the digits from 0 to 9, where they are read one by one. */
  readonly digits: readonly string[];
  /** What may be behind a digit of a number, by its place from the right: nothing, "-ty", "hundred", "thousand". */
  readonly tails: readonly string[];
}
