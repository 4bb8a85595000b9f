import type { ToolCall } from '@parley/conversation/provider';

type Arguments = Pick<ToolCall, 'arguments' | 'malformed'>;

/** What a model has written in the place of a tool's arguments; no object is kept as it was written. */
export function toolArguments(input: unknown): Arguments {
  const isObject = typeof input === 'object' && input !== null && !Array.isArray(input);
  if (isObject) return { arguments: { ...input } };
  const written = typeof input === 'string' ? input : JSON.stringify(input ?? null);
  return { arguments: {}, malformed: written };
}

/** Of arguments that come as text. None at all are an empty object. */
export function writtenArguments(written: string): Arguments {
  if (written.trim() === '') return { arguments: {} };
  try {
    return toolArguments(JSON.parse(written));
  } catch {
    return { arguments: {}, malformed: written };
  }
}
