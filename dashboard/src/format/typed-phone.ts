/** What people write between the digits of a number, `formatPhone` among them. */
const BETWEEN_DIGITS = /[\s().\-/\u2010-\u2015]/g;

/** `+44 (0)20 …`: the zero is dialled inside of the country only (ITU-T E.123, 7.2). */
const TRUNK_PREFIX = /^(\+\d{1,3}[\s.\-/]*)\(0\)/;

/** A number as people write and copy it, without the separators between its digits; any other text is unchanged. */
export function typedPhone(text: string): string {
  const written = text.trim();
  const digits = written.replace(TRUNK_PREFIX, '$1').replace(BETWEEN_DIGITS, '');
  return /^\+?\d+$/.test(digits) ? digits : written;
}
