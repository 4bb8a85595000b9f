import { type Block, type Content, plain } from './block.ts';
import { decoded } from './read-text.ts';

const HEADING = /^ {0,3}(#{1,6})[\t ]+(.*?)(?:[\t ]+#+)?[\t ]*$/;
const FENCE = /^ {0,3}(?:`{3,}|~{3,})/;
const UNDERLINE = /^ {0,3}(=+|-+)[\t ]*$/;
const LIST_ITEM = /^\s*(?:[-*+]|\d{1,9}[.)])\s/;

/** A longer one is no heading, and takes a pattern the square of its length. */
const MOST_HEADING_CHARACTERS = 1000;

/** Front matter is about the document, not of it. */
const FRONT_MATTER = /^---\r?\n[\s\S]{0,20000}?\n---\r?\n/;

/** Headings and paragraphs of CommonMark; what is inside them stays as it was written, which models read well. */
export function readMarkdown(bytes: Uint8Array): Content {
  const blocks: Block[] = [];
  let lines: string[] = [];
  let isInFence = false;
  const finish = () => {
    const text = plain(lines.join(' '));
    if (text !== '') blocks.push({ level: 0, text });
    lines = [];
  };
  for (const line of decoded(bytes).replace(FRONT_MATTER, '').split(/\r?\n/)) {
    if (FENCE.test(line)) {
      isInFence = !isInFence;
      finish();
      continue;
    }
    const heading = isInFence || line.length > MOST_HEADING_CHARACTERS ? null : HEADING.exec(line);
    const underline = isInFence || lines.length !== 1 ? null : UNDERLINE.exec(line);
    if (heading) {
      finish();
      blocks.push({ level: heading[1]!.length, text: plain(heading[2]!) });
    } else if (underline) {
      blocks.push({ level: underline[1]!.startsWith('=') ? 1 : 2, text: plain(lines[0]!) });
      lines = [];
    } else if (line.trim() === '') finish();
    else {
      if (LIST_ITEM.test(line)) finish();
      lines.push(line);
    }
  }
  finish();
  return { blocks: blocks.filter(({ text }) => text !== ''), language: null };
}
