import { RequestError } from '../kernel/request-error.ts';

const NUMBERS_AT_MOST = 1000;

/** The numbers of a block, E.164, in their order. @throws RequestError `unprocessable` for an invalid block */
export function numbersBetween(first: string, last: string): string[] {
  if (last.length !== first.length) throw refused(`${last} has another number of digits than ${first}.`);
  // 15 digits at most (E.164): every number is an exact one.
  const [from, to] = [Number(first.slice(1)), Number(last.slice(1))];
  if (to < from) throw refused(`${last} is before the first number, ${first}.`);
  const count = to - from + 1;
  if (count > NUMBERS_AT_MOST) {
    throw refused(
      `these are ${count} numbers, and ${NUMBERS_AT_MOST} are connected at once at most. Connect them in parts.`,
    );
  }
  return Array.from({ length: count }, (_, index) => `+${from + index}`);
}

const refused = (why: string) => new RequestError('unprocessable', `last_number: ${why}`, { param: 'last_number' });
