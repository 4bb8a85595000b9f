/** An INVITE of a few kilobytes names more than any real call has; each text is bounded as well. */
const CHARACTERS_AT_MOST = 256;

/** What PostgreSQL takes as text, of what others say: without control characters and halves of a character. */
export function shownText(text: string): string {
  return text
    .slice(0, CHARACTERS_AT_MOST)
    .toWellFormed()
    .replace(/\p{Cc}/gu, ' ');
}
