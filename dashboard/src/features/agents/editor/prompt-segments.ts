/** A stretch of a prompt that looks the same throughout. */
export interface PromptSegment {
  text: string;
  /** `missing`: a variable without a value that the service or the agent knows. */
  kind: 'text' | 'variable' | 'missing' | 'heading' | 'mistake';
}

interface Mistake {
  line: number;
  column: number;
}

const PLACEHOLDER = /\{\{([^{}]*)\}\}/g;

/** The prompt in pieces: placeholders, headings of sections, and mistakes of a script from their column to the line's end. */
export function promptSegments(
  prompt: string,
  missing: ReadonlySet<string>,
  mistakes: readonly Mistake[],
): PromptSegment[] {
  const columns = new Map<number, number>();
  for (const { line, column } of mistakes) columns.set(line, Math.min(column, columns.get(line) ?? column));
  const segments: PromptSegment[] = [];
  prompt.split('\n').forEach((text, index, lines) => {
    const column = columns.get(index + 1);
    const end = index === lines.length - 1 ? '' : '\n';
    const wrongFrom = column === undefined ? text.length : Math.min(column - 1, Math.max(0, text.length - 1));
    if (text.startsWith('##') && column === undefined) add(segments, 'heading', text);
    else addLine(segments, text.slice(0, wrongFrom), missing);
    if (column !== undefined) add(segments, 'mistake', text.slice(wrongFrom));
    add(segments, 'text', end);
  });
  return segments;
}

function addLine(segments: PromptSegment[], text: string, missing: ReadonlySet<string>): void {
  let last = 0;
  for (const match of text.matchAll(PLACEHOLDER)) {
    add(segments, 'text', text.slice(last, match.index));
    add(segments, missing.has(match[1]!.trim()) ? 'missing' : 'variable', match[0]);
    last = match.index + match[0].length;
  }
  add(segments, 'text', text.slice(last));
}

function add(segments: PromptSegment[], kind: PromptSegment['kind'], text: string): void {
  if (text === '') return;
  const previous = segments.at(-1);
  if (previous?.kind === kind && kind === 'text') previous.text += text;
  else segments.push({ kind, text });
}

/** Where line and column, counted from 1, are in the text. */
export function offsetAt(prompt: string, { line, column }: Mistake): number {
  const lines = prompt.split('\n');
  const before = lines.slice(0, line - 1).reduce((sum, text) => sum + text.length + 1, 0);
  return Math.min(before + Math.min(column - 1, lines[line - 1]?.length ?? 0), prompt.length);
}
