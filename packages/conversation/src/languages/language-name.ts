const names = new Intl.DisplayNames('en', { type: 'language', languageDisplay: 'standard', fallback: 'code' });

/** In English, without the region, for models and operators; a tag that names no language stands for itself. */
export function languageName(tag: string): string {
  try {
    return names.of(new Intl.Locale(tag).language) ?? tag;
  } catch {
    // Tags of private use and of before RFC 4646.
    return tag;
  }
}
