/** What people say of a line with this mean opinion score (ITU-T G.107, Annex B). */
export function lineQuality(mos: number): string {
  if (mos >= 4.2) return 'Very good';
  if (mos >= 4) return 'Good';
  if (mos >= 3.6) return 'Fair';
  if (mos >= 3.1) return 'Poor';
  return 'Bad';
}
