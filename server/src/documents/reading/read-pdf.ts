import { getDocumentProxy } from 'unpdf';
import { type Block, type Content, plain, UnreadableError } from './block.ts';

/** More than any document of 16 MiB that people read; a small file can unfold to more. */
const MOST_PAGES = 5000;
const MOST_CHARACTERS = 20_000_000;
/** A line that is so much higher than the text is a heading. */
const HEADING_HEIGHT = 1.15;
const TITLE_HEIGHT = 1.6;
const MOST_HEADING_CHARACTERS = 120;
/** A gap between baselines of so many heights begins a paragraph. */
const PARAGRAPH_GAP = 1.7;

interface Line {
  text: string;
  height: number;
  /** Of the baseline, from the bottom of the page. */
  y: number;
  page: number;
}

/** @throws UnreadableError */
export async function readPdf(bytes: Uint8Array): Promise<Content> {
  const document = await open(bytes);
  const { numPages } = document;
  if (numPages > MOST_PAGES) {
    throw new UnreadableError(`The PDF has ${numPages} pages; ${MOST_PAGES} are the most that are read.`);
  }
  const lines: Line[] = [];
  let characters = 0;
  for (let number = 1; number <= numPages; number += 1) {
    const page = await document.getPage(number);
    const { items } = await page.getTextContent();
    for (const line of linesOf(items as TextItem[], number)) {
      characters += line.text.length;
      if (characters > MOST_CHARACTERS) throw new UnreadableError('The PDF holds more text than can be read.');
      lines.push(line);
    }
    page.cleanup();
  }
  if (lines.length === 0) {
    throw new UnreadableError(
      'The PDF holds no text: its pages are pictures, as scanners make them. Run text recognition (OCR) over it first.',
    );
  }
  const language = await languageOf(document);
  return { blocks: blocksOf(lines), language };
}

type Pdf = Awaited<ReturnType<typeof getDocumentProxy>>;

async function open(bytes: Uint8Array): Promise<Pdf> {
  try {
    return await getDocumentProxy(bytes, {
      useSystemFonts: false,
      disableFontFace: true,
      stopAtErrors: false,
      verbosity: 0,
    });
  } catch (error) {
    const { name, message } = error as Error;
    if (name === 'PasswordException') {
      throw new UnreadableError('The PDF is encrypted. Save it without a password and upload it again.');
    }
    throw new UnreadableError(`The PDF cannot be read: ${plain(message).slice(0, 200)}`);
  }
}

async function languageOf(document: Pdf): Promise<string | null> {
  const { info } = await document.getMetadata().catch(() => ({ info: {} }));
  const { Language: language } = info as { Language?: unknown };
  return typeof language === 'string' && language !== '' ? language : null;
}

interface TextItem {
  str?: string;
  hasEOL?: boolean;
  height?: number;
  transform?: number[];
}

function* linesOf(items: TextItem[], page: number): Generator<Line> {
  let text = '';
  let height = 0;
  let y = 0;
  for (const item of items) {
    if (item.str === undefined) continue;
    if (item.str.trim() !== '') {
      height = Math.max(height, item.height ?? 0);
      y = item.transform?.[5] ?? y;
    }
    text += item.str;
    if (!item.hasEOL) continue;
    const line = plain(text);
    if (line !== '') yield { text: line, height, y, page };
    text = '';
    height = 0;
  }
  const line = plain(text);
  if (line !== '') yield { text: line, height, y, page };
}

/** The height in which most of the text is set. */
function bodyHeight(lines: readonly Line[]): number {
  const characters = new Map<number, number>();
  for (const { height, text } of lines) {
    const rounded = Math.round(height * 2) / 2;
    characters.set(rounded, (characters.get(rounded) ?? 0) + text.length);
  }
  return [...characters].sort(([, one], [, other]) => other - one)[0]![0];
}

function blocksOf(lines: readonly Line[]): Block[] {
  const body = bodyHeight(lines);
  const headingOf = ({ height, text }: Line) => {
    if (body === 0 || height < body * HEADING_HEIGHT || text.length > MOST_HEADING_CHARACTERS) return 0;
    return height >= body * TITLE_HEIGHT ? 1 : 2;
  };
  const hasHeadings = lines.some((line) => headingOf(line) > 0);
  const blocks: Block[] = [];
  let paragraph = '';
  const finish = () => {
    if (paragraph !== '') blocks.push({ level: 0, text: paragraph });
    paragraph = '';
  };
  let before: Line | undefined;
  for (const line of lines) {
    // Without headings, the page says where a passage is.
    if (!hasHeadings && line.page !== before?.page) {
      finish();
      blocks.push({ level: 1, text: `Page ${line.page}` });
    }
    const level = headingOf(line);
    if (level > 0) {
      finish();
      blocks.push({ level, text: line.text });
    } else {
      if (before && beginsParagraph(before, line)) finish();
      paragraph = joined(paragraph, line.text);
    }
    before = line;
  }
  finish();
  return blocks;
}

function beginsParagraph(before: Line, line: Line): boolean {
  if (before.page !== line.page) return /[.!?:…。！？]["'”’)]?$/.test(before.text);
  return Math.abs(before.y - line.y) > Math.max(before.height, line.height) * PARAGRAPH_GAP;
}

/** A word that was divided at the end of a line is one word. */
function joined(paragraph: string, line: string): string {
  if (/\p{Ll}-$/u.test(paragraph) && /^\p{Ll}/u.test(line)) return paragraph.slice(0, -1) + line;
  return paragraph === '' ? line : `${paragraph} ${line}`;
}
