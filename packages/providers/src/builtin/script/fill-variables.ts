/** `{{name}}` is a variable of the call, `<name>` what a `capture` line has heard. */
const PLACE = /\{\{\s*([^{}]*?)\s*\}\}|<\s*([A-Za-z_][\w -]*?)\s*>/g;

/**
 * Puts values in the place of `{{names}}` and `<captures>`, in one pass: values are data. Nobody hears a name that has
 * no value.
 */
export function fillVariables(
  text: string,
  variables: Record<string, string>,
  captures: Record<string, string> = {},
): string {
  return text.replace(PLACE, (_, variable: string | undefined, capture: string | undefined) => {
    const [values, name] = variable !== undefined ? [variables, variable] : [captures, capture!];
    return Object.hasOwn(values, name) ? oneLine(values[name]!) : '';
  });
}

function oneLine(value: string): string {
  return value.replace(/\s+/g, ' ').trim();
}
