import { z } from 'zod';
import { AUTO_LANGUAGE } from './auto-language.ts';

/** The grammar of RFC 5646, section 2.1, without its languages of 4 to 8 letters: `english` is a name, and no tag. */
const LANGTAG = new RegExp(
  [
    '^[a-z]{2,3}(?:-[a-z]{3}){0,3}',
    '(?:-[a-z]{4})?',
    '(?:-(?:[a-z]{2}|[0-9]{3}))?',
    '(?<variants>(?:-(?:[a-z0-9]{5,8}|[0-9][a-z0-9]{3}))*)',
    '(?<extensions>(?:-[0-9a-wy-z](?:-[a-z0-9]{2,8})+)*)',
    '(?:-x(?:-[a-z0-9]{1,8})+)?$',
  ].join(''),
  'i',
);

const PRIVATE_USE = /^x(?:-[a-z0-9]{1,8})+$/i;

/** Registered before the grammar was, and outside of it. */
const IRREGULAR = new Set([
  ...['en-gb-oed', 'i-ami', 'i-bnn', 'i-default', 'i-enochian', 'i-hak', 'i-klingon', 'i-lux', 'i-mingo', 'i-navajo'],
  ...['i-pwn', 'i-tao', 'i-tay', 'i-tsu', 'sgn-be-fr', 'sgn-be-nl', 'sgn-ch-de'],
]);

/** Well-formed in the sense of RFC 5646, section 2.2.9: no variant occurs twice, and no singleton. */
function isLanguageTag(given: string): boolean {
  const tag = given.toLowerCase();
  if (PRIVATE_USE.test(tag) || IRREGULAR.has(tag)) return true;
  const groups = LANGTAG.exec(tag)?.groups;
  if (!groups) return false;
  const variants = groups.variants!.split('-').slice(1);
  const singletons = groups.extensions!.split('-').filter((subtag) => subtag.length === 1);
  return areDistinct(variants) && areDistinct(singletons);
}

function areDistinct(subtags: string[]): boolean {
  return new Set(subtags).size === subtags.length;
}

export const AgentLanguage = z
  .string()
  .max(35, { abort: true })
  .refine(
    (text) => text === AUTO_LANGUAGE || isLanguageTag(text),
    'must be a BCP 47 language tag, for example en-US, or auto',
  )
  .meta({
    id: 'AgentLanguage',
    description:
      'A BCP 47 language tag; auto: a call begins in the language of the first message, and goes on in the one that the caller changes to',
    examples: ['en-US', 'auto'],
  });

export const LanguageTag = z
  .string()
  .max(35, { abort: true })
  .refine(isLanguageTag, 'must be a BCP 47 language tag, for example en-US')
  .meta({ id: 'LanguageTag', description: 'A BCP 47 language tag', examples: ['en-US'] });
