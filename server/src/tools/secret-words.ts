const SHORTEST = 6;

/** Takes secrets out of a text: a server may send back what it was sent. */
export function withoutSecretWords(text: string, secrets: readonly string[]): string {
  const words = secrets.flatMap((secret) => [secret, ...secret.split(/\s+/)]).filter((word) => word.length >= SHORTEST);
  return words.sort((a, b) => b.length - a.length).reduce((shown, word) => shown.replaceAll(word, '•••'), text);
}
