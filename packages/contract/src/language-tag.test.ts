import { expect, test } from 'vitest';
import { LanguageTag } from './language-tag.ts';

/** Every tag that RFC 5646, section 2.1, names under `grandfathered`. */
const grandfathered = [
  ...['en-GB-oed', 'i-ami', 'i-bnn', 'i-default', 'i-enochian', 'i-hak', 'i-klingon', 'i-lux', 'i-mingo', 'i-navajo'],
  ...['i-pwn', 'i-tao', 'i-tay', 'i-tsu', 'sgn-BE-FR', 'sgn-BE-NL', 'sgn-CH-DE', 'art-lojban', 'cel-gaulish', 'no-bok'],
  ...['no-nyn', 'zh-guoyu', 'zh-hakka', 'zh-min', 'zh-min-nan', 'zh-xiang'],
];

test.each([
  ...grandfathered,
  // RFC 5646, appendix A.
  ...['de', 'fr', 'ja', 'zh-Hant', 'zh-Hans', 'sr-Cyrl', 'zh-cmn-Hans-CN', 'cmn-Hans-CN', 'zh-yue-HK', 'yue-HK'],
  ...['zh-Hans-CN', 'sr-Latn-RS', 'sl-rozaj', 'sl-rozaj-biske', 'sl-nedis', 'de-CH-1901', 'sl-IT-nedis'],
  ...['hy-Latn-IT-arevela', 'de-DE', 'en-US', 'es-419', 'de-CH-x-phonebk', 'az-Arab-x-AZE-derbend', 'x-whatever'],
  ...['qaa-Qaaa-QM-x-southern', 'de-Qaaa', 'sr-Latn-QM', 'sr-Qaaa-RS', 'en-US-u-islamcal', 'en-a-myext-b-another'],
  ...['zh-CN-a-myext-x-private', 'zh-yue', 'EN-us', 'x-a-a-a', 'en-x-a-b-a', 'en-a-bbb-x-a-ccc', 'I-KLINGON'],
])('%s is a tag', (tag) => {
  expect(LanguageTag.safeParse(tag).success).toBe(true);
});

test.each([
  ...['', 'e', 'x', 'x-', 'i', 'i-nothing', 'en_US', 'en-', '-en', 'en--US', 'en-US ', ' en', 'en-US-u', 'en-x', '*'],
  ...['english', 'engl', 'deutsch-DE', 'de-419-DE', 'a-DE', 'ar-a-aaa-b-bbb-a-ccc', 'en-a-bb-A-cc', 'en-0'],
  ...[
    'de-1901-1901',
    'sl-rozaj-ROZAJ',
    'zh-aaa-bbb-ccc-ddd',
    'en-abcdefghi',
    'x-abcdefghi',
    'de-é',
    `en-x-${'a'.repeat(31)}`,
  ],
])('%s is none', (tag) => {
  expect(LanguageTag.safeParse(tag).success).toBe(false);
});
