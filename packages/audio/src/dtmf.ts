import { tone } from './tone.ts';

/** ITU-T Q.23: a digit is one low tone (row) and one high tone (column). */
export const DTMF_ROWS_HZ = [697, 770, 852, 941] as const;
export const DTMF_COLUMNS_HZ = [1209, 1336, 1477, 1633] as const;
const KEYPAD = ['123A', '456B', '789C', '*0#D'] as const;

/** The digit at a row and a column, both 0 to 3. */
export function dtmfDigit(row: number, column: number): string {
  return KEYPAD[row]![column]!;
}

/** The two tones of `0`–`9`, `*`, `#`, `A`–`D`, 100 ms at 8 kHz by default. RangeError for anything else. */
export function dtmf(digit: string, durationMs = 100, sampleRateHz?: number): Int16Array {
  const row = digit.length === 1 ? KEYPAD.findIndex((keys) => keys.includes(digit.toUpperCase())) : -1;
  if (row < 0) throw new RangeError(`${JSON.stringify(digit)} is not a DTMF digit`);
  const column = KEYPAD[row]!.indexOf(digit.toUpperCase());
  return tone(
    [DTMF_ROWS_HZ[row]!, DTMF_COLUMNS_HZ[column]!],
    durationMs,
    sampleRateHz === undefined ? {} : { sampleRateHz },
  );
}
