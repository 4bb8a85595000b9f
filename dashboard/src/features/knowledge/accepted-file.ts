import { type DocumentType, MOST_DOCUMENT_BYTES } from '@parley/contract';

/** Names tell more than what a browser says of a file: it knows no Markdown. */
const types: Record<string, DocumentType> = {
  txt: 'text/plain',
  text: 'text/plain',
  md: 'text/markdown',
  markdown: 'text/markdown',
  html: 'text/html',
  htm: 'text/html',
  pdf: 'application/pdf',
};

export const acceptedFiles = Object.keys(types)
  .map((extension) => `.${extension}`)
  .join(',');

/** What a file is, or in words why it is not taken. */
export function acceptedFile({
  name,
  size,
}: Pick<File, 'name' | 'size'>): { type: DocumentType } | { problem: string } {
  const type = types[/\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? ''];
  if (type === undefined) {
    return { problem: 'This file type is not supported. Save it as PDF, text, Markdown or HTML and upload that.' };
  }
  if (size === 0) return { problem: 'The file is empty.' };
  if (size > MOST_DOCUMENT_BYTES) {
    return {
      problem: `It is too big: ${formatBytes(size)}, and ${formatBytes(MOST_DOCUMENT_BYTES)} at most. Split it.`,
    };
  }
  return { type };
}

/** 480 bytes, 12 KB, 3.4 MB. */
export function formatBytes(bytes: number): string {
  if (bytes < 1000) return `${bytes} bytes`;
  const inKb = bytes / 1024;
  if (inKb < 1000) return `${Math.max(1, Math.round(inKb))} KB`;
  return `${(inKb / 1024).toFixed(1).replace(/\.0$/, '')} MB`;
}
