/** A step of a test, as people read it: what happened, and below it what to do. */
export function stepLines({ name, detail, remedy }: { name: string; detail: string; remedy: string | null }): string {
  return [`${name}: ${detail}`, ...(remedy === null ? [] : [remedy])].join('\n');
}
