/** What the model of any words understands, as a primary subtag of BCP 47. */
export const ANY_WORDS_LANGUAGE = 'en';

/** @param language BCP 47 */
export const isEnglish = (language: string): boolean => language.toLowerCase().split('-')[0] === ANY_WORDS_LANGUAGE;
