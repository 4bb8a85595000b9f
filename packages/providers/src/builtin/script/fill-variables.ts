/** `{{name}}` is a variable of the call, `<name>` what a `capture` line has heard. */
const PLACE = /\{\{([^{}]*)\}\}|<([A-Za-z_][\w -]*)>/g;

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
    const values = variable !== undefined ? variables : captures;
    const name = (variable ?? capture)!.trim();
    return Object.hasOwn(values, name) ? oneLine(values[name]!) : '';
  });
}

/** The `<captures>` that a text speaks of. */
export function captureNames(text: string): string[] {
  return [...text.matchAll(PLACE)].flatMap(([, , capture]) => (capture === undefined ? [] : [capture.trim()]));
}

function oneLine(value: string): string {
  return value.split(/\s+/).join(' ').trim();
}
