import { type Params, Scanner, stopsAt } from './scanner.ts';

const TYPE_STOPS = stopsAt('; \t');

/** The value of Content-Type or Content-Disposition: `application/sdp`, in lower case, and its parameters. */
export function mediaType(text: string): { type: string; params: Params } {
  const scanner = new Scanner(text);
  scanner.skipSpaces();
  const type = scanner.takeUntil(TYPE_STOPS).toLowerCase();
  return { type, params: scanner.takeParams() ?? new Map() };
}
