import { deflateSync } from 'node:zlib';

interface PdfOptions {
  /** Encrypted with an unknown password. */
  encrypted?: boolean;
}

/** A line of text, and the size that it is set in. */
export type PdfLine = string | { text: string; size: number };

const escaped = (text: string) => text.replace(/[\\()]/g, '\\$&');

/** A PDF 1.4 with a page for each list of lines, in Helvetica; a page without lines has a picture at most. */
export function pdfOf(pages: PdfLine[][], { encrypted = false }: PdfOptions = {}): Buffer {
  const contents = pages.map((lines) => {
    const shown = lines.map((line, index) => {
      const { text, size } = typeof line === 'string' ? { text: line, size: 11 } : line;
      return `BT /F1 ${size} Tf 1 0 0 1 72 ${760 - index * 24} Tm (${escaped(text)}) Tj ET`;
    });
    return deflateSync(Buffer.from(shown.join('\n'), 'latin1'));
  });
  return pdfFile(contents, encrypted);
}

/** A page whose content unfolds to as many zeros. */
export function pdfBomb(bytes: number): Buffer {
  return pdfFile([deflateSync(Buffer.alloc(bytes))], false);
}

function pdfFile(contents: Buffer[], encrypted: boolean): Buffer {
  const kids = contents.map((_, index) => `${4 + index * 2} 0 R`).join(' ');
  const objects: (string | { dictionary: string; stream: Buffer })[] = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${kids}] /Count ${contents.length} >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
    ...contents.flatMap((stream, index) => [
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Resources << /Font << /F1 3 0 R >> >> /Contents ${5 + index * 2} 0 R >>`,
      { dictionary: `<< /Length ${stream.length} /Filter /FlateDecode >>`, stream },
    ]),
  ];
  const word = `<${'ab'.repeat(32)}>`;
  if (encrypted) objects.push(`<< /Filter /Standard /V 1 /R 2 /Length 40 /O ${word} /U ${word} /P -4 >>`);
  const parts: Buffer[] = [Buffer.from('%PDF-1.4\n')];
  const offsets: number[] = [];
  let length = parts[0]!.length;
  const add = (part: Buffer) => {
    parts.push(part);
    length += part.length;
  };
  for (const [index, object] of objects.entries()) {
    offsets.push(length);
    const body =
      typeof object === 'string'
        ? Buffer.from(object)
        : Buffer.concat([Buffer.from(`${object.dictionary}\nstream\n`), object.stream, Buffer.from('\nendstream')]);
    add(Buffer.concat([Buffer.from(`${index + 1} 0 obj\n`), body, Buffer.from('\nendobj\n')]));
  }
  const xref = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  const protection = encrypted ? ` /Encrypt ${objects.length} 0 R /ID [${word} ${word}]` : '';
  const start = length;
  add(
    Buffer.from(
      `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${xref}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R${protection} >>\nstartxref\n${start}\n%%EOF\n`,
    ),
  );
  return Buffer.concat(parts);
}
