import type { ProviderConnection } from '../../kernel/provider-connection.ts';

const primary = (tag: string): string => tag.split('-')[0]!.toLowerCase();

/**
 * An installed voice that has the language, as agents name it: for a caller whose language the built-in one lacks. Of
 * several the one with the fewest languages; null: there is none, or English is spoken.
 */
export function installedVoiceFor(connections: readonly ProviderConnection[], language: string): string | null {
  const wanted = primary(language);
  if (wanted === 'en') return null;
  const able = connections.flatMap(({ name, voices = [] }) =>
    voices.filter(({ languages }) => languages.map(primary).includes(wanted)).map((voice) => ({ ...voice, of: name })),
  );
  const [best] = able.sort((one, other) => one.languages.length - other.languages.length);
  return best ? `${best.of}/${best.name}` : null;
}
