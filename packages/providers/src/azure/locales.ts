/**
 * Locales that are recognized, the usual one of each language first
 * (https://learn.microsoft.com/azure/ai-services/speech-service/language-support).
 */
const LOCALES: Record<string, string> = {
  ...{ af: 'ZA', am: 'ET', ar: 'EG AE BH DZ IL IQ JO KW LB LY MA OM PS QA SA SY TN YE', as: 'IN', az: 'AZ' },
  ...{ bg: 'BG', bn: 'IN', bs: 'BA', ca: 'ES', cs: 'CZ', cy: 'GB', da: 'DK', de: 'DE AT CH', el: 'GR' },
  ...{ en: 'US AU CA GB GH HK IE IN KE NG NZ PH SG TZ ZA', et: 'EE', eu: 'ES', fa: 'IR', fi: 'FI', fil: 'PH' },
  es: 'ES AR BO CL CO CR CU DO EC GQ GT HN MX NI PA PE PR PY SV US UY VE',
  ...{ fr: 'FR BE CA CH', ga: 'IE', gl: 'ES', gu: 'IN', he: 'IL', hi: 'IN', hr: 'HR', hu: 'HU', hy: 'AM' },
  ...{ id: 'ID', is: 'IS', it: 'IT CH', ja: 'JP', jv: 'ID', ka: 'GE', kk: 'KZ', km: 'KH', kn: 'IN', ko: 'KR' },
  ...{ lo: 'LA', lt: 'LT', lv: 'LV', mk: 'MK', ml: 'IN', mn: 'MN', mr: 'IN', ms: 'MY', mt: 'MT', my: 'MM' },
  ...{ nb: 'NO', ne: 'NP', nl: 'NL BE', pa: 'IN', pl: 'PL', ps: 'AF', pt: 'BR PT', ro: 'RO', ru: 'RU', si: 'LK' },
  ...{ sk: 'SK', sl: 'SI', so: 'SO', sq: 'AL', sr: 'RS', sv: 'SE', sw: 'KE TZ', ta: 'IN', te: 'IN', th: 'TH' },
  ...{ tr: 'TR', uk: 'UA', ur: 'IN', uz: 'UZ', vi: 'VN', wuu: 'CN', yue: 'CN', zh: 'CN HK TW', zu: 'ZA' },
};

/** Tags of the same languages that the vendor does not know. */
const OTHER_NAMES: Record<string, string> = { no: 'nb', tl: 'fil' };

/** Primary subtags. */
export const LANGUAGES: readonly string[] = [...Object.keys(LOCALES), ...Object.keys(OTHER_NAMES)];

/** The vendor takes ten candidates at most where it is to tell them apart; these are whom a telephone hears most. */
export const CANDIDATES: readonly string[] = ['en', 'es', 'fr', 'de', 'it', 'pt', 'nl', 'pl', 'ja', 'zh'].map(localeOf);

/** What is in the name of a voice: "de-DE-KatjaNeural". Null: it speaks many languages, or its name does not say. */
export function voiceLanguages(voice: string): readonly string[] | null {
  const [, language] = /^([a-z]{2,3})-[A-Z]{2}-(?!.*Multilingual)/.exec(voice) ?? [];
  return language === undefined ? null : [language];
}

/** The vendor's locale for a BCP 47 tag: it has no language without a country. */
export function localeOf(tag: string): string {
  const [first = '', ...rest] = tag.split('-');
  const language = OTHER_NAMES[first.toLowerCase()] ?? first.toLowerCase();
  const countries = LOCALES[language]?.split(' ');
  if (!countries) return tag;
  const wanted = rest.map((part) => part.toUpperCase()).find((part) => countries.includes(part));
  return `${language}-${wanted ?? countries[0]}`;
}
