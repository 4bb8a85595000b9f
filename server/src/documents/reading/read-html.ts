import { Parser } from 'htmlparser2';
import { type Block, type Content, plain, UnreadableError } from './block.ts';
import { decoded } from './read-text.ts';

/** Parts that are not text, or that every page of a site repeats. */
const SKIPPED = new Set([
  ...['script', 'style', 'noscript', 'template', 'svg', 'math', 'iframe', 'object', 'canvas', 'audio', 'video'],
  ...['select', 'button', 'nav'],
]);

/** What does not end a paragraph. */
const INLINE = new Set([
  ...['a', 'abbr', 'acronym', 'b', 'bdi', 'bdo', 'big', 'cite', 'code', 'data', 'del', 'dfn', 'em', 'font', 'i', 'ins'],
  ...['kbd', 'label', 'mark', 'q', 's', 'samp', 'small', 'span', 'strike', 'strong', 'sub', 'sup', 'time', 'tt', 'u'],
  ...['var', 'wbr', 'img', 'ruby', 'rb', 'rt', 'rp'],
]);

const CELLS = new Set(['td', 'th']);

/** Pages have some dozens; the parser takes the square of it. */
const DEEPEST = 5000;

/** Text as a reader sees it, with its headings; scripts and styles are left out, markup means nothing else. */
export function readHtml(bytes: Uint8Array): Content {
  const blocks: Block[] = [];
  let text: string[] = [];
  let level = 0;
  /** Elements that are skipped and not closed yet. */
  let skipping: string[] = [];
  let isTitle = false;
  let title = '';
  let language: string | null = null;
  let depth = 0;
  const finish = () => {
    const line = plain(text.join(''));
    if (line !== '') blocks.push({ level, text: line });
    text = [];
  };
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        depth += 1;
        if (depth > DEEPEST) throw new UnreadableError(`The HTML is nested deeper than ${DEEPEST} levels.`);
        if (name === 'html' && attributes.lang) language = attributes.lang;
        if (skipping.length > 0 || SKIPPED.has(name)) {
          if (SKIPPED.has(name)) skipping.push(name);
          return;
        }
        if (name === 'title') isTitle = true;
        if (CELLS.has(name) && text.length > 0) text.push(' | ');
        else if (name === 'br') text.push(' ');
        else if (!INLINE.has(name) && !CELLS.has(name)) finish();
        const heading = /^h([1-6])$/.exec(name);
        if (heading) level = Number(heading[1]);
        if (name === 'li') text.push('- ');
        if (name === 'img' && attributes.alt) text.push(` ${attributes.alt} `);
      },
      ontext(piece) {
        if (skipping.length > 0) return;
        if (isTitle) title += piece;
        else text.push(piece);
      },
      onclosetag(name) {
        depth -= 1;
        if (skipping.length > 0) {
          const at = skipping.lastIndexOf(name);
          if (at >= 0) skipping = skipping.slice(0, at);
          return;
        }
        if (name === 'title') isTitle = false;
        else if (!INLINE.has(name) && !CELLS.has(name) && name !== 'br') finish();
        if (/^h[1-6]$/.test(name)) level = 0;
      },
    },
    { decodeEntities: true },
  );
  parser.write(decoded(bytes));
  parser.end();
  finish();
  const heading = plain(title);
  const hasHeading = blocks.some((block) => block.level === 1);
  return { blocks: heading === '' || hasHeading ? blocks : [{ level: 1, text: heading }, ...blocks], language };
}
