import { type Html, html } from './html.ts';

/** A panel of code. Languages that a reader chooses between have a class each. */
export function codePanel(title: string, code: Html | string, language?: 'curl' | 'client' | 'python'): Html {
  const kind = language === undefined ? 'code' : `code in-${language}`;
  return html`<figure class="${kind}"><figcaption>${title}</figcaption><pre tabindex="0"><code>${code}</code></pre></figure>`;
}

const JSON_TOKEN = /("(?:\\.|[^"\\])*")(\s*:)?|\b(?:true|false|null)\b|-?\d[\d.eE+-]*/g;

/** Indented JSON whose keys, texts and other values are marked up differently. */
export function json(value: unknown): Html {
  const text = JSON.stringify(value, null, 2);
  const pieces: Html[] = [];
  let end = 0;
  for (const match of text.matchAll(JSON_TOKEN)) {
    const [whole, quoted, colon] = match;
    pieces.push(html`${text.slice(end, match.index)}`, token(whole, quoted, colon));
    end = match.index + whole.length;
  }
  return html`${[...pieces, html`${text.slice(end)}`]}`;
}

function token(whole: string, quoted: string | undefined, colon: string | undefined): Html {
  if (quoted === undefined) return html`<b>${whole}</b>`;
  return colon === undefined ? html`<i>${quoted}</i>` : html`<s>${quoted}</s>${colon}`;
}

/** A request that a shell sends when it is pasted, with the key in PARLEY_API_KEY. */
export function curl(request: {
  method: string;
  url: string;
  headers?: Record<string, string>;
  body?: unknown;
  /** In the place of JSON. */
  file?: { type: string; text: string } | undefined;
}): string {
  const { method, url, headers = {}, body, file } = request;
  // curl says GET without a body and POST with one by itself.
  const usual = body === undefined && !file ? 'GET' : 'POST';
  const parts = [
    `curl -sS ${method === usual ? '' : `-X ${method} `}${quoted(url)}`,
    '-H "Authorization: Bearer $PARLEY_API_KEY"',
    ...(body === undefined ? [] : ['-H "Content-Type: application/json"']),
    ...(file ? [`-H ${quoted(`Content-Type: ${file.type}`)}`] : []),
    ...Object.entries(headers).map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`),
    ...(body === undefined ? [] : [`-d ${quoted(JSON.stringify(body, null, 2))}`]),
    ...(file ? [`--data-binary ${quoted(file.text)}`] : []),
  ];
  return parts.join(' \\\n  ');
}

/** Quoted for a POSIX shell, where it needs to be. */
function quoted(text: string): string {
  return /^[\w/:.-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}
