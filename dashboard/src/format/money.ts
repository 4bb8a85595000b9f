import { forReader } from './reader.ts';

const MICROS = 1_000_000;
/** A turn costs a hundredth of a cent: four digits tell the difference. */
const MOST_DIGITS = 4;

/** Of millionths of a currency: $0.0123. */
export function formatMicros(micros: number, currency: string): string {
  const format = forReader(
    `money ${currency}`,
    ({ language }) =>
      new Intl.NumberFormat(language, { style: 'currency', currency, maximumFractionDigits: MOST_DIGITS }),
  );
  return format.format(micros / MICROS);
}
