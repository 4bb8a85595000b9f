import { describe, expect, it } from 'vitest';
import type { Block } from './block.ts';
import { passagesOf } from './passages.ts';
import { readMarkdown } from './read-markdown.ts';
import { wordCount } from './word-count.ts';

const paragraph = (words: number, word = 'word') =>
  Array.from({ length: words }, (_, index) => `${word}${index}${index % 10 === 9 ? '.' : ''}`).join(' ');
const cut = (...blocks: Block[]) => [...passagesOf(blocks)];
const text = (words: number, word?: string): Block => ({ level: 0, text: paragraph(words, word) });

describe('passages', () => {
  it('keep the headings above them', () => {
    const passages = cut(
      { level: 1, text: 'Prices' },
      { level: 0, text: 'In euros.' },
      { level: 3, text: 'Small' },
      { level: 0, text: 'Five.' },
      { level: 2, text: 'Large' },
      { level: 0, text: 'Nine.' },
    );
    expect(passages).toEqual([
      { heading: 'Prices', text: 'In euros.' },
      { heading: 'Prices › Small', text: 'Five.' },
      { heading: 'Prices › Large', text: 'Nine.' },
    ]);
  });

  it('have 250 words at most, and share some with their neighbours', () => {
    const passages = cut(text(2000));
    expect(passages.length).toBeGreaterThan(8);
    for (const passage of passages) expect(wordCount(passage.text)).toBeLessThanOrEqual(250);
    for (const [index, passage] of passages.slice(1).entries()) {
      const first = passage.text.split(' ')[0]!;
      expect(passages[index]!.text).toContain(first);
    }
  });

  it('hold every word of the document', () => {
    const all = cut(text(700), text(30, 'next'), text(300, 'last'))
      .map((passage) => passage.text)
      .join(' ');
    for (const word of [paragraph(700), paragraph(30, 'next'), paragraph(300, 'last')].join(' ').split(' '))
      expect(all).toContain(word);
  });

  it('are cut where there is no blank', () => {
    const passages = cut({ level: 0, text: 'x'.repeat(100_000) });
    expect(Math.max(...passages.map((passage) => passage.text.length))).toBeLessThan(4000);
    expect(
      passages
        .map((passage) => passage.text)
        .join('')
        .replaceAll(' ', '').length,
    ).toBeGreaterThanOrEqual(100_000);
  });

  it('never carry words over a heading', () => {
    const [, second] = cut(text(30), { level: 1, text: 'New' }, { level: 0, text: 'Alone.' });
    expect(second).toEqual({ heading: 'New', text: 'Alone.' });
  });
});

describe('Markdown', () => {
  const blocks = (markdown: string) => readMarkdown(Buffer.from(markdown)).blocks;

  it('has headings of both kinds, and none in code', () => {
    expect(
      blocks('Title\n=====\n\nText\nof two lines\n\n## Part ##\n- one\n- two\n\n```\n# not a heading\n```\n'),
    ).toEqual([
      { level: 1, text: 'Title' },
      { level: 0, text: 'Text of two lines' },
      { level: 2, text: 'Part' },
      { level: 0, text: '- one' },
      { level: 0, text: '- two' },
      { level: 0, text: '# not a heading' },
    ]);
  });

  it('has no front matter', () => {
    expect(blocks('---\ntitle: x\n---\nText')).toEqual([{ level: 0, text: 'Text' }]);
  });
});
