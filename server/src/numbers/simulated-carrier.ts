import type { AvailableNumber } from '@parley/contract';

/** In every area code 555-0100 to 555-0199 are kept for fiction: no real telephone has them. */
const FIRST_LINE = 100;
const LAST_LINE = 199;
/** In 202 the simulated phone lives on the first fifty. */
const FIRST_LINE_OF_202 = 150;

/** Well-known areas, where the request names none. */
const KNOWN_AREAS = ['212', '213', '305', '312', '415', '512', '617', '702', '808', '917'];

const numberOf = (areaCode: string, line: number) => `+1${areaCode}555${String(line).padStart(4, '0')}`;

/** The numbers that the simulated carrier sells in an area, in their order. */
function numbersIn(areaCode: string): string[] {
  const first = areaCode === '202' ? FIRST_LINE_OF_202 : FIRST_LINE;
  return Array.from({ length: LAST_LINE - first + 1 }, (_, index) => numberOf(areaCode, first + index));
}

/** Everything on sale: in the area, or by turns in several. */
export function simulatedNumbers(areaCode?: string): string[] {
  if (areaCode !== undefined) return numbersIn(areaCode);
  const areas = KNOWN_AREAS.map(numbersIn);
  return areas[0]!.flatMap((_, index) => areas.map((numbers) => numbers[index]!));
}

/** Whether the simulated carrier sells it, first come, first served. */
export function isSimulatedNumber(phone: string): boolean {
  const areaCode = /^\+1((?![2-9]11)[2-9][0-8][0-9])555[0-9]{4}$/.exec(phone)?.[1];
  return areaCode !== undefined && numbersIn(areaCode).includes(phone);
}

export function asAvailable(phone: string): AvailableNumber {
  return { phone_number: phone, country: 'US', area_code: phone.slice(2, 5), source: 'simulated' };
}
