import { type Params, Scanner, stopsAt, unquote } from '../messages/scanner.ts';

/** One challenge of WWW-Authenticate or Proxy-Authenticate. */
export interface Challenge {
  readonly scheme: string; // lower case
  readonly params: Params; // names in lower case, values without their quotes
}

const VALUE_STOPS = stopsAt(' \t,');

/**
 * RFC 3261 section 20.44 and, for peers that write like web servers, RFC 7235 section 4.1: several challenges in one value,
 * separated by the same comma as their parameters. Empty when malformed.
 */
export function parseChallenges(value: string): readonly Challenge[] {
  const scanner = new Scanner(value);
  const challenges: { scheme: string; params: Map<string, string | null> }[] = [];
  for (;;) {
    skipCommas(scanner);
    if (scanner.atEnd) return challenges;
    const name = scanner.takeToken().toLowerCase();
    const isFollowedBySpace = scanner.skipSpaces();
    if (name === '') return [];
    if (scanner.take('=')) {
      const text = takeValue(scanner);
      const params = challenges.at(-1)?.params;
      if (text === null || !params) return [];
      if (!params.has(name)) params.set(name, text); // the first of two like names counts
    } else if (isFollowedBySpace || scanner.atEnd || scanner.peek() === ',') {
      challenges.push({ scheme: name, params: new Map() });
    } else {
      return [];
    }
  }
}

function skipCommas(scanner: Scanner): void {
  do scanner.skipSpaces();
  while (scanner.take(','));
}

function takeValue(scanner: Scanner): string | null {
  scanner.skipSpaces();
  if (scanner.peek() !== '"') return scanner.takeUntil(VALUE_STOPS);
  const quoted = scanner.takeQuoted();
  return quoted === null ? null : unquote(quoted);
}
