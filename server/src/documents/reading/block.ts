/** A heading (1 to 6) or a paragraph (0) of a document, in its order. */
export interface Block {
  level: number;
  text: string;
}

/** What a document is made of. */
export interface Content {
  blocks: Block[];
  /** As the document says; null where it does not. */
  language: string | null;
}

/** Nothing can be read out of the document, and reading it again would not help. The message is for people. */
export class UnreadableError extends Error {
  override readonly name = 'UnreadableError';
}

const BLANKS = /[\u0000-\u001f\u007f\u00a0\u00ad\u2000-\u200b\ufeff\s]+/g;
/** In one go the pieces of millions of words would lie in memory together. */
const STRETCH_CHARACTERS = 65_536;

/** Runs of blanks mean nothing; NUL cannot be stored, and other control characters are no text. */
export function plain(text: string): string {
  if (text.length <= STRETCH_CHARACTERS) return text.toWellFormed().replace(BLANKS, ' ').trim();
  const parts: string[] = [];
  for (let at = 0; at < text.length; at += STRETCH_CHARACTERS)
    parts.push(text.slice(at, at + STRETCH_CHARACTERS).replace(BLANKS, ' '));
  return parts.join('').toWellFormed().trim();
}
