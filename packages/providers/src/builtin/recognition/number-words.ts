const SMALL =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  );
const TENS = 'zero ten twenty thirty forty fifty sixty seventy eighty ninety'.split(' ');

function belowHundred(value: number): string {
  if (value < 20) return SMALL[value]!;
  const ones = value % 10;
  return ones === 0 ? TENS[value / 10]! : `${TENS[Math.floor(value / 10)]} ${SMALL[ones]}`;
}

function minutes(digits: string): string {
  if (digits === '00') return '';
  return digits.startsWith('0') ? `oh ${SMALL[Number(digits)]}` : belowHundred(Number(digits));
}

/** Replaces numbers by words as they are said: "3:30" is "three thirty", "42" "forty two", "1850" digit by digit. */
export function numberWords(text: string): string {
  return text
    .replace(/\b(\d{1,2}):(\d\d)\b/g, (_, hour, minute) => ` ${belowHundred(Number(hour))} ${minutes(minute)} `)
    .replace(/\d+/g, (digits) =>
      digits.length <= 2
        ? ` ${belowHundred(Number(digits))} `
        : ` ${[...digits].map((digit) => SMALL[Number(digit)]).join(' ')} `,
    );
}
