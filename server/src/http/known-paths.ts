/** In the order in which an `Allow` header names them. */
const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'];

interface KnownPath {
  methods: Set<string>;
  pattern: RegExp;
}

/** Which methods each path has: what a router forgets as soon as none of its routes matches. */
export class KnownPaths {
  /** By the path as it was registered, with `:parameters`. */
  readonly #paths = new Map<string, KnownPath>();

  add(path: string, methods: readonly string[]): void {
    const known = this.#paths.get(path) ?? { methods: new Set(), pattern: patternOf(path) };
    for (const method of methods) known.methods.add(method);
    this.#paths.set(path, known);
  }

  /** For the `Allow` header. A path that is written out counts before those that have a parameter in its place. */
  methodsOf(path: string): string[] {
    const writtenOut = this.#paths.get(path);
    const matching = writtenOut ? [writtenOut] : [...this.#paths.values()].filter(({ pattern }) => pattern.test(path));
    return METHODS.filter((method) => matching.some(({ methods }) => methods.has(method)));
  }

  /** Whether the path is one of ours, letter for letter, that has no such method: `GET /calls/batch` is no call's id. */
  isWrongMethod(path: string, method: string): boolean {
    const known = this.#paths.get(path);
    return known !== undefined && !known.methods.has(method);
  }
}

function patternOf(path: string): RegExp {
  return new RegExp(`^${path.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/:\w+/g, '[^/]+')}$`);
}
