import { namedParam, paramPath } from '../../kernel/param-path.ts';
import { RequestError } from '../../kernel/request-error.ts';

/** PostgreSQL cannot store NUL, and a lone surrogate is no text at all: neither gets further than this. */
export function isStorableText(text: string): boolean {
  return text.isWellFormed() && !text.includes('\0');
}

export function unstorableText(path: PropertyKey[]): RequestError {
  return new RequestError(
    'invalid_request',
    `${namedParam(path)} is no text: it holds a NUL, half a surrogate pair, or in an address a % that encodes no UTF-8.`,
    { param: paramPath(path) },
  );
}

/** Nothing in the interface nests deeper than a few levels; a path of thousands would cost its square. */
const DEEPEST = 32;

/**
 * Refuses text that cannot be stored, in keys and values, keys that would reach a prototype, and nesting without end.
 * `firstIndex`: of a list that is the only field, and that is a part of a longer one.
 */
export function refuseUnstorableText(root: unknown, firstIndex = 0): void {
  if (!isStorable(root, 0)) refuseFirstFault(root, firstIndex);
}

/** Without the paths, which cost more than all else and are needed where there is a fault only. */
function isStorable(value: unknown, depth: number): boolean {
  if (typeof value === 'string') return isStorableText(value);
  if (typeof value !== 'object' || value === null) return true;
  if (depth === DEEPEST) return false;
  if (Array.isArray(value)) return value.every((inner) => isStorable(inner, depth + 1));
  return Object.keys(value).every(
    (key) =>
      key !== '__proto__' && isStorableText(key) && isStorable((value as Record<string, unknown>)[key], depth + 1),
  );
}

/** No deeper than `DEEPEST`, so that nothing exhausts the stack. */
function refuseFirstFault(value: unknown, firstIndex: number, path: PropertyKey[] = []): void {
  if (typeof value === 'string' && !isStorableText(value)) throw unstorableText(path);
  if (typeof value !== 'object' || value === null) return;
  if (path.length === DEEPEST) {
    const outermost = path.slice(0, 1);
    const message = `${namedParam(outermost)}: is nested deeper than ${DEEPEST} levels.`;
    throw new RequestError('invalid_request', message, { param: paramPath(outermost) });
  }
  for (const [key, inner] of Object.entries(value)) {
    if (!isStorableText(key) || key === '__proto__') {
      const param = paramPath([...path, key.toWellFormed().replaceAll('\0', '\u2400')]);
      throw new RequestError('invalid_request', `${param} is not a name that a field can have.`, { param });
    }
    const index = Number(key) + (path.length === 1 ? firstIndex : 0);
    refuseFirstFault(inner, firstIndex, [...path, Array.isArray(value) ? index : key]);
  }
}
