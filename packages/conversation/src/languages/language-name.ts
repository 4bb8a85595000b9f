const names = new Intl.DisplayNames('en', { type: 'language', languageDisplay: 'standard', fallback: 'code' });

/** By tag: to look one up takes longer than all else that is checked of a call's languages. */
const known = new Map<string, string>();
/** Tags come from configurations, which may name anything. */
const KEPT = 1000;

/** In English, without the region, for models and operators; a tag that names no language stands for itself. */
export function languageName(tag: string): string {
  const before = known.get(tag);
  if (before !== undefined) return before;
  const name = lookUp(tag);
  if (known.size < KEPT) known.set(tag, name);
  return name;
}

function lookUp(tag: string): string {
  try {
    return names.of(new Intl.Locale(tag).language) ?? tag;
  } catch {
    // Tags of private use and of before RFC 4646.
    return tag;
  }
}
