/** North American numbers in their usual groups, all others in threes behind the plus: only for reading. */
export function formatPhone(e164: string): string {
  const american = /^\+1(\d{3})(\d{3})(\d{4})$/.exec(e164);
  if (american) return `+1 ${american[1]} ${american[2]} ${american[3]}`;
  return e164.replace(/(\d{3})(?=\d{2})/g, '$1 ');
}
