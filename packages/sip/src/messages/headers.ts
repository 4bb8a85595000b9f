import { headerKey, isListHeader } from './header-names.ts';
import { splitList } from './scanner.ts';

/** The headers of a message: names in any case or compact form, several values each, in the order in which they were added. */
export class SipHeaders {
  readonly #values = new Map<string, string[]>();

  /** The first value. */
  get(name: string): string | null {
    return this.#values.get(headerKey(name))?.[0] ?? null;
  }

  /** All values; a comma list has been taken apart already. */
  all(name: string): readonly string[] {
    return this.#values.get(headerKey(name)) ?? [];
  }

  has(name: string): boolean {
    return this.#values.has(headerKey(name));
  }

  set(name: string, value: string | readonly string[]): this {
    this.#values.set(headerKey(name), typeof value === 'string' ? [value] : [...value]);
    return this;
  }

  /** Adds a line as it was on the wire. */
  add(name: string, value: string): this {
    const key = headerKey(name);
    const added = isListHeader(key) ? splitList(value) : [value];
    const present = this.#values.get(key);
    if (present) present.push(...added);
    else this.#values.set(key, added);
    return this;
  }

  replaceFirst(name: string, value: string): void {
    const values = this.#values.get(headerKey(name));
    if (values) values[0] = value;
  }

  copyFrom(source: SipHeaders, ...names: string[]): this {
    for (const name of names) {
      if (source.has(name)) this.set(name, source.all(name));
    }
    return this;
  }

  /** Lower-case name and value of each line. */
  *[Symbol.iterator](): Generator<[key: string, value: string]> {
    for (const [key, values] of this.#values) {
      for (const value of values) yield [key, value];
    }
  }
}
