import type { Signalling } from '../carriers/signalling.ts';

/** What is kept of a leg that other carriers could not take before: one ladder, whose end is that of the last. There is one at least. */
export function joinedSignalling(ladders: readonly Signalling[]): Signalling {
  return {
    ...ladders.at(-1)!,
    messages: ladders.flatMap(({ messages }) => messages),
    omitted: ladders.reduce((sum, { omitted }) => sum + omitted, 0),
  };
}
