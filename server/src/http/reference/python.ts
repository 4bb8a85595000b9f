/** A request by `requests`, which Python programs use, with the key in PARLEY_API_KEY. */
export function python(request: {
  method: string;
  url: string;
  query?: Record<string, string>;
  headers?: Record<string, string>;
  body?: unknown;
  /** In the place of JSON. */
  file?: { type: string; text: string } | undefined;
  /** The response has a body to print. */
  hasAnswer: boolean;
}): string {
  const { method, url, query = {}, headers = {}, body, file, hasAnswer } = request;
  const words = [
    literal(url),
    `headers=${headersOf(file ? { 'Content-Type': file.type, ...headers } : headers)}`,
    ...(Object.keys(query).length === 0 ? [] : [`params=${literal(query)}`]),
    ...(body === undefined ? [] : [`json=${literal(body)}`]),
    ...(file ? [`data=${literal(file.text)}.encode()`] : []),
    'timeout=30',
  ];
  return [
    'import os',
    'import requests',
    '',
    `response = requests.${method.toLowerCase()}(`,
    ...words.map((word) => `${indented(word)},`),
    ')',
    'response.raise_for_status()',
    ...(hasAnswer ? ['print(response.json())'] : []),
  ].join('\n');
}

function headersOf(headers: Record<string, string>): string {
  const own = Object.entries(headers).map(([name, value]) => `    ${literal(name)}: ${literal(value)},\n`);
  const key = `"Authorization": f"Bearer {os.environ['PARLEY_API_KEY']}"`;
  return own.length === 0 ? `{${key}}` : `{\n    ${key},\n${own.join('')}}`;
}

const indented = (text: string) => text.replaceAll(/^/gm, '    ');

/** JSON is Python but for three words; texts are the same in both. */
function literal(value: unknown): string {
  if (value === null) return 'None';
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (typeof value !== 'object') return JSON.stringify(value);
  const entries = Array.isArray(value)
    ? value.map((item) => literal(item))
    : Object.entries(value).map(([name, item]) => `${JSON.stringify(name)}: ${literal(item)}`);
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}'];
  const line = `${open}${entries.join(', ')}${close}`;
  if (line.length <= 72 && !line.includes('\n')) return line;
  return `${open}\n${entries.map((entry) => `${indented(entry)},`).join('\n')}\n${close}`;
}
