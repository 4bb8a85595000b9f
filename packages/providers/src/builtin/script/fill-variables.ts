/**
 * `{{name}}` is a variable of the call, `<name>` what a `capture` line has heard; `{name}` is neither, and meant to be one
 * of them. With the comma and the space before it, which go with a name that has no value.
 */
const PLACE = /(,?)([^\S\n]{0,3})(?:\{\{([^{}]*)\}\}|<([A-Za-z_][\w -]*)>|\{([A-Za-z_][\w -]*)\})/g;
/** A sentence ends, or pauses, behind a name. */
const PAUSE = /^\s*(?:[.,;:!?]|$)/;

/**
 * Replaces `{{names}}` and `<captures>` by their values, in one pass: values are data. A name without a value is not
 * spoken: "Thanks, <name>!" is "Thanks!" then.
 */
export function fillVariables(
  text: string,
  variables: Record<string, string>,
  captures: Record<string, string> = {},
): string {
  const replace = (
    match: string,
    comma: string,
    space: string,
    variable?: string,
    capture?: string,
    ...rest: unknown[]
  ) => {
    const values = variable !== undefined ? variables : capture !== undefined ? captures : {};
    const value = namedValue(values, variable ?? capture ?? '');
    if (value !== null) return `${comma}${space}${value}`;
    const offset = rest[1] as number;
    return PAUSE.test(text.slice(offset + match.length, offset + match.length + 100)) ? '' : comma;
  };
  return text.replace(PLACE, replace).replace(/^[\s,;]+/, '');
}

const namedValue = (values: Record<string, string>, name: string): string | null =>
  Object.hasOwn(values, name.trim()) ? oneLine(values[name.trim()]!) : null;

/** The `<captures>` that a text speaks of. */
export function captureNames(text: string): string[] {
  return [...text.matchAll(PLACE)].flatMap(([, , , , capture]) => (capture === undefined ? [] : [capture.trim()]));
}

/** The `{names}` of a text that are neither variables nor captures. */
export function strayNames(text: string): string[] {
  return [...text.matchAll(PLACE)].flatMap(([, , , , , stray]) => (stray === undefined ? [] : [stray.trim()]));
}

function oneLine(value: string): string {
  return value.split(/\s+/).join(' ').trim();
}
