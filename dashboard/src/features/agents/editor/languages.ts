/** `auto` follows the caller. Languages that are asked for most; any other tag can be typed. */
export const languages: string[] = [
  ...[
    'auto',
    'en-US',
    'en-GB',
    'en-AU',
    'de-DE',
    'es-ES',
    'es-MX',
    'fr-FR',
    'fr-CA',
    'it-IT',
    'nl-NL',
    'pl-PL',
    'pt-BR',
  ],
  ...['pt-PT', 'sv-SE', 'tr-TR', 'ar-SA', 'hi-IN', 'ja-JP', 'ko-KR', 'zh-CN'],
];
