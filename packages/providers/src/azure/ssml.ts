const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&apos;' };

/** What XML 1.0 has no character for. */
const UNSPEAKABLE = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu;

const escaped = (text: string): string =>
  text.replace(UNSPEAKABLE, ' ').replace(/[&<>"']/g, (character) => ENTITIES[character]!);

export const unescaped = (text: string): string =>
  Object.entries(ENTITIES)
    .toReversed()
    .reduce((plain, [character, entity]) => plain.replaceAll(entity, character), text);

/** Text is data: markup in it is spoken. A voice of several languages is given the one to speak. */
export function ssmlOf(text: string, { voice, locale }: { voice: string; locale: string }): string {
  const isMultilingual = /multilingual/i.test(voice);
  const said = isMultilingual ? `<lang xml:lang="${escaped(locale)}">${escaped(text)}</lang>` : escaped(text);
  return (
    `<speak version="1.0" xmlns="http://www.w3.org/2001/10/synthesis" xml:lang="${escaped(locale)}">` +
    `<voice name="${escaped(voice)}">${said}</voice></speak>`
  );
}
