/** Country codes of one and two digits (ITU-T E.164, list of assigned codes); all others have three. */
const COUNTRY = /^\+(7|2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58]|[2-9]\d\d)(\d+)$/;

/** North American numbers in their usual groups, all others in threes behind the country's code: only for reading. */
export function formatPhone(e164: string): string {
  const american = /^\+1(\d{3})(\d{3})(\d{4})$/.exec(e164);
  if (american) return `+1 ${american[1]} ${american[2]} ${american[3]}`;
  const [, country, national] = COUNTRY.exec(e164) ?? [];
  if (country === undefined || national === undefined) return e164;
  return `+${country} ${national.replace(/(\d{3})(?=\d{2})/g, '$1 ')}`;
}
