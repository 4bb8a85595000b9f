import { type Content, plain, UnreadableError } from './block.ts';

/** @throws UnreadableError for what is no UTF-8. */
export function decoded(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new UnreadableError('The text is not UTF-8. Save it as UTF-8 and upload it again.');
  }
}

/** Paragraphs with empty lines between them. */
export function readText(bytes: Uint8Array): Content {
  const blocks = decoded(bytes)
    .split(/\r?\n[\t ]*\r?\n/)
    .map((text) => ({ level: 0, text: plain(text) }))
    .filter(({ text }) => text !== '');
  return { blocks, language: null };
}
