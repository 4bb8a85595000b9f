const WIDE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u3000-\u303f\uff00-\uffef]/u;

/** Texts as one, with a space between two of them unless their scripts put none. Empty ones are left out. */
export function joined(texts: readonly string[]): string {
  return texts
    .filter((text) => text !== '')
    .reduce((whole, text) => {
      if (whole === '') return text;
      const isWide = WIDE.test(whole.slice(-1)) && WIDE.test(text.slice(0, 1));
      return isWide ? whole + text : `${whole} ${text}`;
    }, '');
}
