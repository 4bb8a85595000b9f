/** "aura-2-thalia-en": every voice is a model of one language, as primary language subtags. Null: its name does not say. */
export function voiceLanguages(voice: string): readonly string[] | null {
  const [, language] = /^aura-.+-([a-z]{2})$/.exec(voice) ?? [];
  return language === undefined ? null : [language];
}
