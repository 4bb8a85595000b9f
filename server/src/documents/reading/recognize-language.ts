/** Words that are in every text of a language, and in few texts of the others. */
const commonWords: Record<string, string> = {
  en: 'the of and to in is that for it with as was on are this you be at have from not or by',
  es: 'el la de que y en los del se las por un para con no una su al es lo como más pero sus le ya',
  fr: 'le de la les et des en un du une que est pour qui dans par sur au plus pas ce il nous vous avec sont',
  de: 'der die und in den von zu das mit sich des auf für ist im dem nicht ein eine als auch es an werden aus',
  it: 'di e il la che in un per è una del sono non con le si da i della dei al nel come più anche gli',
  pt: 'de a o que e do da em um para é com não uma os no se na por mais as dos como mas foi ao das',
  nl: 'de het een van en in is dat op te zijn voor met niet die aan er om ook als bij of uw wij naar',
  pl: 'w i na z się do nie że to jest o jak za od po dla przez są oraz ale tym czy który także',
  sv: 'och i att det som en på är av för med till den har de inte om ett han men var sig från',
  da: 'og i at det er en til på som af for med der de den har ikke et om var fra sig kan',
  nb: 'og i det er som en på til av for med at har de ikke et den om var fra seg kan vi',
  fi: 'ja on ei että se hän oli joka mutta niin kun myös tai jos kuin ovat sen voi mitä olla',
  tr: 've bir bu da de için ile olarak çok daha ne gibi en olan her kadar ya var sonra ise',
  ro: 'și de la în a cu pe nu este o un din pentru că se mai au sau care ce prin fi le',
  id: 'yang dan di ini dengan untuk tidak dari dalam pada adalah akan itu atau ke juga oleh bisa',
  hu: 'a az és hogy nem is egy ez van de meg csak már volt vagy mint kell lehet azt ha el',
};

const wordsOf = Object.entries(commonWords).map(([language, words]) => ({
  language,
  words: new Set(words.split(' ')),
}));

/** Of scripts that one language has, or that it is by far the most frequent of. */
const scripts: readonly [RegExp, string][] = [
  [/[\p{Script=Hiragana}\p{Script=Katakana}]/gu, 'ja'],
  [/\p{Script=Hangul}/gu, 'ko'],
  [/\p{Script=Han}/gu, 'zh'],
  [/\p{Script=Arabic}/gu, 'ar'],
  [/\p{Script=Devanagari}/gu, 'hi'],
  [/\p{Script=Cyrillic}/gu, 'ru'],
  [/\p{Script=Greek}/gu, 'el'],
  [/\p{Script=Thai}/gu, 'th'],
  [/\p{Script=Hebrew}/gu, 'he'],
  [/\p{Script=Armenian}/gu, 'hy'],
  [/\p{Script=Tamil}/gu, 'ta'],
];

/** So much of a text tells. */
const SAMPLE_CHARACTERS = 20_000;
const LEAST_SHARE = 0.08;

/** The language of a text, as a BCP 47 tag; null where it is not recognized. */
export function recognizeLanguage(text: string): string | null {
  const sample = text.slice(0, SAMPLE_CHARACTERS).toLowerCase();
  const letters = sample.match(/\p{L}/gu)?.length ?? 0;
  // Japanese is written in Han, too: a fifth of kana tells.
  for (const [script, language] of scripts)
    if ((sample.match(script)?.length ?? 0) > letters * (language === 'ja' ? 0.1 : 0.4)) return language;
  const words = sample.match(/\p{L}+/gu) ?? [];
  const shares = wordsOf
    .map(({ language, words: common }) => ({
      language,
      share: words.filter((word) => common.has(word)).length / Math.max(1, words.length),
    }))
    .sort((one, other) => other.share - one.share);
  const [best] = shares;
  return best && best.share >= LEAST_SHARE ? best.language : null;
}
