import { namedParam, paramPath } from '../kernel/param-path.ts';
import { RequestError } from '../kernel/request-error.ts';

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
 * Walks with a list of its own, so that no depth exhausts the stack.
 */
export function refuseUnstorableText(root: unknown): void {
  const open: { value: unknown; path: PropertyKey[] }[] = [{ value: root, path: [] }];
  for (let next = open.pop(); next; next = open.pop()) {
    const { value, path } = next;
    if (typeof value === 'string' && !isStorableText(value)) {
      throw unstorableText(path);
    }
    if (typeof value !== 'object' || value === null) continue;
    if (path.length === DEEPEST) {
      const outermost = path.slice(0, 1);
      const message = `${namedParam(outermost)}: is nested deeper than ${DEEPEST} levels.`;
      throw new RequestError('invalid_request', message, { param: paramPath(outermost) });
    }
    for (const [key, inner] of Object.entries(value)) {
      const innerPath = [...path, Array.isArray(value) ? Number(key) : key];
      if (!isStorableText(key) || key === '__proto__') {
        const param = paramPath([...path, key.toWellFormed().replaceAll('\0', '\u2400')]);
        throw new RequestError('invalid_request', `${param} is not a name that a field can have.`, { param });
      }
      if (typeof inner === 'string' || (typeof inner === 'object' && inner !== null)) {
        open.push({ value: inner, path: innerPath });
      }
    }
  }
}
