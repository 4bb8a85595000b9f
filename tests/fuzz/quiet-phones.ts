/** Numbers of the simulated phone whose calls are over without a word: busy, and rejected. */
export const quietPhones = ['+12025550102', '+12025550105'];
/** The number that the simulated carrier gives the first account. */
export const OWN_NUMBER = '+12025550150';

/** Every other number would be answered and talk: no request, however mutated, may dial a number that talks. */
export function withQuietPhones(text: string): string {
  return text.replace(/\+[1-9]\d{6,14}(?!\d)/g, (phone) =>
    quietPhones.includes(phone) || phone === OWN_NUMBER ? phone : quietPhones[0]!,
  );
}
