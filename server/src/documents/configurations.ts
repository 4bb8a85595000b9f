import type { Queryable } from '../db/index.ts';

/** PostgreSQL's text search configurations by language; all others are searched word for word, in `simple`. */
const configurations: Record<string, string> = {
  ar: 'arabic',
  ca: 'catalan',
  da: 'danish',
  de: 'german',
  el: 'greek',
  en: 'english',
  es: 'spanish',
  et: 'estonian',
  eu: 'basque',
  fi: 'finnish',
  fr: 'french',
  ga: 'irish',
  hi: 'hindi',
  hu: 'hungarian',
  hy: 'armenian',
  id: 'indonesian',
  it: 'italian',
  lt: 'lithuanian',
  nb: 'norwegian',
  ne: 'nepali',
  nl: 'dutch',
  nn: 'norwegian',
  no: 'norwegian',
  pt: 'portuguese',
  ro: 'romanian',
  ru: 'russian',
  sr: 'serbian',
  sv: 'swedish',
  ta: 'tamil',
  tr: 'turkish',
  yi: 'yiddish',
};

const SIMPLE = 'simple';

/** The one for a language, as far as this server has it. `language`: a BCP 47 tag. */
export async function configurationFor(db: Queryable, language: string | null): Promise<string> {
  const wanted = configurations[language?.toLowerCase().split('-')[0] ?? ''];
  if (wanted === undefined) return SIMPLE;
  const rows = await db.query('select 1 from pg_ts_config where cfgname = $1', [wanted]);
  return rows.length > 0 ? wanted : SIMPLE;
}
