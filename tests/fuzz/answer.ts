/** What came back, as it came. */
export interface FuzzAnswer {
  status: number;
  /** Lower-case names; the values of a name that comes twice are joined with a comma. */
  headers: Record<string, string>;
  body: Buffer;
}

const HEAD_END = Buffer.from('\r\n\r\n');

/** Reads the answers in the bytes of one connection, none of which answers a HEAD. `rest`: what is no whole answer yet. */
export function readAnswers(bytes: Buffer): { answers: FuzzAnswer[]; rest: Buffer } {
  const answers: FuzzAnswer[] = [];
  let rest = bytes;
  for (;;) {
    const headEnd = rest.indexOf(HEAD_END);
    if (headEnd < 0) return { answers, rest };
    const [statusLine = '', ...lines] = rest.subarray(0, headEnd).toString('latin1').split('\r\n');
    const status = Number(/^HTTP\/1\.1 (\d{3}) /.exec(statusLine)?.[1]);
    if (Number.isNaN(status)) throw new Error(`no answer of HTTP begins like this: ${statusLine.slice(0, 100)}`);
    const headers = headersOf(lines);
    const bodyStart = headEnd + HEAD_END.length;
    if (status < 200) {
      rest = rest.subarray(bodyStart);
      continue;
    }
    if (headers['transfer-encoding'] !== undefined) throw new Error('a chunked answer, which none of ours is');
    const bodyEnd = bodyStart + (status === 204 ? 0 : Number(headers['content-length'] ?? 0));
    if (rest.length < bodyEnd) return { answers, rest };
    answers.push({ status, headers, body: rest.subarray(bodyStart, bodyEnd) });
    rest = rest.subarray(bodyEnd);
  }
}

function headersOf(lines: string[]): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const line of lines) {
    const colon = line.indexOf(':');
    const name = line.slice(0, colon).toLowerCase();
    const value = line.slice(colon + 1).trim();
    headers[name] = headers[name] === undefined ? value : `${headers[name]}, ${value}`;
  }
  return headers;
}

export function describeAnswer({ status, headers, body }: FuzzAnswer): string {
  return JSON.stringify({ status, headers, body: body.subarray(0, 2000).toString() }, null, 1);
}
