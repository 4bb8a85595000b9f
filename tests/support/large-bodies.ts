const MIB = 1024 * 1024;
const LARGEST = 16 * MIB;

export interface LargeBody {
  name: string;
  method: string;
  route: string;
  bytes: Buffer<ArrayBuffer>;
  status: number;
  param?: string;
}

/** `before`, as many repetitions as fit, `after`. */
function filled(before: string, repeated: string | ((no: number) => string), after: string, size: number) {
  const bytes = Buffer.alloc(size);
  const begin = bytes.write(before);
  const end = size - after.length;
  const at = typeof repeated === 'string' ? repeat(bytes, repeated, begin, end) : count(bytes, repeated, begin, end);
  bytes.fill(' ', at, end);
  bytes.write(after, end);
  return bytes;
}

/** Answers where the last whole repetition ends. One by one, millions of them take longer than to read them does. */
function repeat(bytes: Buffer, text: string, begin: number, end: number): number {
  const length = Buffer.byteLength(text);
  const at = begin + Math.floor((end - begin) / length) * length;
  bytes.fill(text, begin, at);
  return at;
}

function count(bytes: Buffer, textOf: (no: number) => string, begin: number, end: number): number {
  let at = begin;
  for (let no = 0; ; no += 1) {
    const text = textOf(no);
    if (at + text.length > end) return at;
    at += bytes.write(text, at, 'latin1');
  }
}

const phone = (no: number) => `+1415${5_550_000 + no}`;
const name = (no: number) => `n${no.toString(36)}`;

/** The largest bodies that the interface takes, and the worst that can be made of as many bytes. */
export function largeBodies(agentId: string): LargeBody[] {
  const start = `{"agent_id":"${agentId}","schedule_at":4000000000,"recipients":[`;
  const oneStart = `${start}{"phone":"${phone(0)}","variables":{`;
  const batch = (title: string, bytes: Buffer<ArrayBuffer>, status: number, param?: string): LargeBody => ({
    ...{ name: title, method: 'POST', route: '/calls/batch', bytes, status },
    ...(param === undefined ? {} : { param }),
  });
  const call = `{"agent_id":"${agentId}","recipient_phone":"${phone(0)}","variables":{`;
  const one = (title: string, method: string, route: string, bytes: Buffer<ArrayBuffer>, param: string): LargeBody => ({
    ...{ name: title, method, route, bytes, status: 400, param },
  });
  const recipients = (count: number, variables: (no: number) => string) =>
    Buffer.from(
      `${start}${Array.from({ length: count }, (_, no) => `{"phone":"${phone(no)}","variables":${variables(no)}}`).join(',')}]}`,
    );
  const deepText = '['.repeat(1000) + ']'.repeat(1000);
  return [
    batch('16 MiB of 0,', filled(start, '0,', '0]}', LARGEST), 400, 'recipients'),
    batch('16 MiB of [', filled(start, '[', '', LARGEST), 400, 'recipients[0]'),
    batch('16 MiB of [],', filled(start, '[],', '[]]}', LARGEST), 400, 'recipients'),
    batch(
      '16 MiB of lists of 9 000 numbers',
      filled(start, `[${'0,'.repeat(9000)}0],`, '[]]}', LARGEST),
      400,
      'recipients[0]',
    ),
    batch('16 MiB of nested lists', filled(start, `${deepText},`, '[]]}', LARGEST), 400, 'recipients[0]'),
    batch('16 MiB in one string', filled(`${oneStart}"a":"`, 'a', '"}}]}', LARGEST), 400, 'recipients[0].variables'),
    batch(
      '16 MiB of escapes in one string',
      filled(`${oneStart}"a":"`, '\\u0041', '"}}]}', LARGEST),
      400,
      'recipients[0].variables',
    ),
    batch(
      '16 MiB of \\u0000 in strings',
      filled(start, `{"phone":"${phone(0)}","variables":{"a":"${'\\u0000'.repeat(300)}"}},`, '0]}', LARGEST),
      400,
      'recipients[0].variables.a',
    ),
    batch(
      '16 MiB of names',
      filled(oneStart, (no) => `"${name(no)}":0,`, '"z":0}}]}', LARGEST),
      400,
      'recipients[0].variables',
    ),
    batch('16 MiB of one name', filled(oneStart, '"a":0,', '"a":0}}]}', LARGEST), 400, 'recipients[0].variables'),
    batch(
      '16 MiB of unknown fields',
      filled('{', (no) => `"${name(no)}":0,`, '"z":0}', LARGEST),
      400,
    ),
    batch('16 MiB of blanks', filled(start, ' ', `{"phone":"${phone(0)}"}]}`, LARGEST), 201),
    batch(
      '16 MiB of backslashes',
      filled(`${oneStart}"a":"`, '\\\\', '"}}]}', LARGEST),
      400,
      'recipients[0].variables',
    ),
    batch('16 MiB that are no JSON', filled('x', 'x', '', LARGEST), 400),
    batch(
      '10 000 recipients without a value',
      recipients(10_000, () => '{}'),
      201,
    ),
    batch(
      '10 000 recipients with a variable each',
      recipients(10_000, (no) => `{"name":"No ${no}"}`),
      201,
    ),
    batch(
      '10 000 recipients with 1.5 KiB each',
      recipients(10_000, (no) => `{"name":"${no}${'x'.repeat(1500)}"}`),
      201,
    ),
    batch(
      '250 recipients with 60 KiB each',
      recipients(250, (no) => `{"name":"${no}${'x'.repeat(60_000)}"}`),
      201,
    ),
    batch(
      '250 recipients with 6 000 variables each',
      recipients(250, (no) => `{${Array.from({ length: 6000 }, (_, at) => `"${name(at)}":${no}`).join(',')}}`),
      201,
    ),
    one(
      'POST /call, 1 MiB of names',
      'POST',
      '/call',
      filled(call, (no) => `"${name(no)}":0,`, '"z":0}}', MIB),
      'variables',
    ),
    one('POST /call, 1 MiB in one variable', 'POST', '/call', filled(`${call}"a":"`, 'a', '"}}', MIB), 'variables'),
    one('POST /call, 1 MiB of NUL', 'POST', '/call', filled(`${call}"a":"`, '\\u0000', '"}}', MIB), 'variables.a'),
    one(
      'PATCH, 1 MiB of outcomes',
      'PATCH',
      `/agents/${agentId}`,
      filled('{"outcomes":[', (no) => `"${name(no)}",`, '"z"]}', MIB),
      'outcomes',
    ),
    one(
      'PATCH, 16 000 outcomes',
      'PATCH',
      `/agents/${agentId}`,
      Buffer.from(JSON.stringify({ outcomes: Array.from({ length: 16_000 }, (_, no) => name(no)) })),
      'outcomes',
    ),
    one(
      'PATCH, a first message of {{ and 1 MiB',
      'PATCH',
      `/agents/${agentId}`,
      filled('{"first_message":"{{', 'a', '"}', MIB),
      'first_message',
    ),
    one(
      'PATCH, a first message of {{ and 5 000',
      'PATCH',
      `/agents/${agentId}`,
      Buffer.from(JSON.stringify({ first_message: `{{${'a'.repeat(4990)}`, disclosure: `{{${' '.repeat(4990)}` })),
      'first_message',
    ),
    one(
      'PATCH, a language of 1 MiB',
      'PATCH',
      `/agents/${agentId}`,
      filled('{"language":"en', '-a-aa', '!"}', MIB),
      'language',
    ),
  ];
}
