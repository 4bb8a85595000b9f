/** Positional parameters of a header value, names in lower case; null for a parameter without a value. Values keep their quotes. */
export type Params = ReadonlyMap<string, string | null>;

const TOKEN_PUNCTUATION = "-.!%*_+`'~";

function isTokenCode(code: number): boolean {
  return (
    (code >= 0x61 && code <= 0x7a) ||
    (code >= 0x41 && code <= 0x5a) ||
    (code >= 0x30 && code <= 0x39) ||
    TOKEN_PUNCTUATION.includes(String.fromCharCode(code))
  );
}

const IS_TOKEN = Uint8Array.from({ length: 128 }, (_, code) => (isTokenCode(code) ? 1 : 0));

/** Characters at which something ends; made once, by `stopsAt`. */
export type Stops = Uint8Array;

export function stopsAt(characters: string): Stops {
  const stops = new Uint8Array(128);
  for (const character of characters) stops[character.charCodeAt(0)] = 1;
  return stops;
}

const SPACE = 0x20;
const TAB = 0x09;
const PARAM_VALUE_STOPS = stopsAt(' \t;,"<>');

/** Walks over a header value once, from left to right, so that whatever is built on it takes linear time. */
export class Scanner {
  readonly #text: string;
  #position = 0;

  constructor(text: string) {
    this.#text = text;
  }

  get atEnd(): boolean {
    return this.#position >= this.#text.length;
  }

  /** The next character, or the empty string at the end. */
  peek(): string {
    return this.#text.charAt(this.#position);
  }

  /** Returns whether there was any. */
  skipSpaces(): boolean {
    const start = this.#position;
    for (;;) {
      const code = this.#text.charCodeAt(this.#position);
      if (code !== SPACE && code !== TAB) return this.#position > start;
      this.#position += 1;
    }
  }

  take(character: string): boolean {
    if (this.peek() !== character) return false;
    this.#position += 1;
    return true;
  }

  takeToken(): string {
    const start = this.#position;
    while (IS_TOKEN[this.#text.charCodeAt(this.#position)] === 1) this.#position += 1;
    return this.#text.slice(start, this.#position);
  }

  /** Everything before the first of the stop characters, or before the end. */
  takeUntil(stops: Stops): string {
    const start = this.#position;
    while (!this.atEnd && stops[this.#text.charCodeAt(this.#position)] !== 1) this.#position += 1;
    return this.#text.slice(start, this.#position);
  }

  /** A quoted string with its quotes, or null when it is not closed. */
  takeQuoted(): string | null {
    const start = this.#position;
    if (!this.take('"')) return null;
    while (!this.atEnd) {
      if (this.peek() === '\\') {
        this.#position += 2;
        continue;
      }
      this.#position += 1;
      if (this.#text[this.#position - 1] === '"') return this.#text.slice(start, this.#position);
    }
    return null;
  }

  /** `;name=value;flag` up to the end of the text, or null when something else is there. The first of two like names counts. */
  takeParams(): Params | null {
    const params = new Map<string, string | null>();
    for (;;) {
      this.skipSpaces();
      if (this.atEnd) return params;
      if (!this.take(';')) return null;
      this.skipSpaces();
      const name = this.takeToken().toLowerCase();
      if (name === '') continue; // `;;` and a closing `;` are wrong, common and harmless
      const value = this.#takeParamValue();
      if (value === undefined) return null;
      if (!params.has(name)) params.set(name, value);
    }
  }

  #takeParamValue(): string | null | undefined {
    this.skipSpaces();
    if (!this.take('=')) return null;
    this.skipSpaces();
    if (this.peek() === '"') return this.takeQuoted() ?? undefined;
    return this.takeUntil(PARAM_VALUE_STOPS);
  }
}

export function isToken(text: string): boolean {
  return text !== '' && new Scanner(text).takeToken() === text;
}

/** `"a \"b\""` → `a "b"`; text without quotes comes back as it is. */
export function unquote(text: string): string {
  if (!text.startsWith('"') || !text.endsWith('"') || text.length < 2) return text;
  return text.slice(1, -1).replace(/\\(.)/g, '$1');
}

export function quote(text: string): string {
  return `"${text.replace(/[\\"]/g, '\\$&')}"`;
}

/** Splits at commas that stand outside quotes and angle brackets; empty elements are left out. */
export function splitList(text: string): string[] {
  if (!text.includes(',')) return [text];
  const elements: string[] = [];
  let start = 0;
  let quoted = false;
  let bracketed = false;
  for (let i = 0; i < text.length; i += 1) {
    const character = text[i];
    if (quoted) {
      if (character === '\\') i += 1;
      else if (character === '"') quoted = false;
    } else if (character === '"') quoted = true;
    else if (character === '<') bracketed = true;
    else if (character === '>') bracketed = false;
    else if (character === ',' && !bracketed) {
      elements.push(text.slice(start, i).trim());
      start = i + 1;
    }
  }
  elements.push(text.slice(start).trim());
  return elements.filter((element) => element !== '');
}

export function formatParams(params: Params): string {
  let text = '';
  for (const [name, value] of params) text += value === null ? `;${name}` : `;${name}=${value}`;
  return text;
}
