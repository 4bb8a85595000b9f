const PLACEHOLDER = /\{\{\s*([^{}]*?)\s*\}\}/g;

/** Puts values in the place of `{{names}}`, once: values are data. Nobody hears a name that has no value. */
export function fillVariables(text: string, variables: Record<string, string>): string {
  return text.replace(PLACEHOLDER, (_, name: string) =>
    Object.hasOwn(variables, name) ? oneLine(variables[name]!) : '',
  );
}

function oneLine(value: string): string {
  return value.replace(/\s+/g, ' ').trim();
}
