/** The primary subtag: `en` of `en-US`. */
export const primaryLanguage = (tag: string): string => tag.toLowerCase().split('-')[0]!;
