import { e164Of } from '../http-carrier.ts';

/** What replaces the number of a caller who withholds it, or whose number is unknown. */
const WORDS = ['anonymous', 'unavailable', 'unknown', 'restricted', 'blocked', 'private'];

const KEYS = ['abc', 'def', 'ghi', 'jkl', 'mno', 'pqrs', 'tuv', 'wxyz'];
const keyOf = (letter: string) => KEYS.findIndex((letters) => letters.includes(letter)) + 2;
const dialled = (word: string) => `+${[...word].map(keyOf).join('')}`;

/**
 * Twilio has these words as they are, or spelled on the keys of a telephone: +266696687 is no number but ANONYMOUS.
 * https://www.twilio.com/en-us/changelog/upcoming-changes-to-withheld-caller-ids-behavior-for-dial-calls
 */
const SPELLED: ReadonlySet<string> = new Set(WORDS.map(dialled));

/** The number that calls, as E.164; null where there is none. */
export function callerNumberIn(form: URLSearchParams): string | null {
  const number = e164Of(form.get('From'));
  return number !== null && SPELLED.has(number) ? null : number;
}
