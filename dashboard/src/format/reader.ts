/** How this browser writes, until the session says otherwise. */
export const browserZone = Intl.DateTimeFormat().resolvedOptions().timeZone;

interface Reader {
  /** BCP 47; undefined: as the browser. */
  language: string | undefined;
  timeZone: string;
}

let reader: Reader = { language: undefined, timeZone: browserZone };
let known = new Map<string, unknown>();

/** From now on everything is written for this reader. */
export function writeFor(next: Reader): void {
  reader = next;
  known = new Map();
}

/** The reader's IANA time zone. */
export function readerZone(): string {
  return reader.timeZone;
}

/** A formatter of `Intl` for the reader, made once: they are slow to make. */
export function forReader<Format>(name: string, make: (reader: Reader) => Format): Format {
  const made = known.get(name) ?? make(reader);
  known.set(name, made);
  return made as Format;
}
