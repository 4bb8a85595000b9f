interface Step {
  name: string;
  ok: boolean;
  detail: string;
  remedy: string | null;
}

/** A step of a test, as people read it: whether it is well, what happened, and below it what to do. */
export function stepLines({ name, ok, detail, remedy }: Step): string {
  const line = `${name.padEnd(14)}  ${ok ? 'ok' : 'failed'}: ${detail}`;
  return [line, ...(remedy === null ? [] : [`                ${remedy}`])].join('\n');
}
