/** RFC 3261 section 7.3.3 and the registrations since (Session-Expires, Refer-To, Referred-By, …). */
const COMPACT_FORMS: ReadonlyMap<string, string> = new Map([
  ['a', 'accept-contact'],
  ['b', 'referred-by'],
  ['c', 'content-type'],
  ['d', 'request-disposition'],
  ['e', 'content-encoding'],
  ['f', 'from'],
  ['i', 'call-id'],
  ['j', 'reject-contact'],
  ['k', 'supported'],
  ['l', 'content-length'],
  ['m', 'contact'],
  ['o', 'event'],
  ['r', 'refer-to'],
  ['s', 'subject'],
  ['t', 'to'],
  ['u', 'allow-events'],
  ['v', 'via'],
  ['x', 'session-expires'],
  ['y', 'identity'],
]);

/** Headers whose value is a comma list, each element of which may also stand on a line of its own (RFC 3261 section 7.3.1). */
const LISTS: ReadonlySet<string> = new Set([
  'accept',
  'accept-encoding',
  'accept-language',
  'allow',
  'allow-events',
  'contact',
  'diversion',
  'history-info',
  'p-asserted-identity',
  'path',
  'proxy-require',
  'reason',
  'record-route',
  'require',
  'route',
  'service-route',
  'supported',
  'unsupported',
  'via',
]);

const IRREGULAR: ReadonlyMap<string, string> = new Map([
  ['call-id', 'Call-ID'],
  ['cseq', 'CSeq'],
  ['min-se', 'Min-SE'],
  ['mime-version', 'MIME-Version'],
  ['rack', 'RAck'],
  ['rseq', 'RSeq'],
  ['www-authenticate', 'WWW-Authenticate'],
]);

/** The key under which a header is kept: lower case, compact form written out. */
export function headerKey(name: string): string {
  const lower = name.toLowerCase();
  return lower.length === 1 ? (COMPACT_FORMS.get(lower) ?? lower) : lower;
}

export function isListHeader(key: string): boolean {
  return LISTS.has(key);
}

/** Names that others make up must not fill the memory. */
const SPELLINGS_AT_MOST = 200;
const spellings = new Map<string, string>(IRREGULAR);

/** The usual spelling on the wire: `record-route` → `Record-Route`. */
export function headerName(key: string): string {
  const known = spellings.get(key);
  if (known !== undefined) return known;
  const name = key.replace(/(^|-)[a-z]/g, (start) => start.toUpperCase());
  if (spellings.size < SPELLINGS_AT_MOST) spellings.set(key, name);
  return name;
}
