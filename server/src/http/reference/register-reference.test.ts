import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { openApiDocument, type Route, routes } from '@parley/contract';
import fastify, { type FastifyInstance } from 'fastify';
import { beforeAll, describe, expect, it } from 'vitest';
import { registerReference } from './register-reference.ts';

const BASE_URL = 'https://parley.example.com/v1';

let app: FastifyInstance;
let page: string;
let publicUrl = 'https://parley.example.com';
/** Without the address; a tenth of a second's work. */
const document = openApiDocument();

beforeAll(async () => {
  app = fastify();
  registerReference(app, { publicUrl: () => publicUrl });
  page = (await app.inject('/docs')).body;
});

const unescaped = (text: string) =>
  text
    .replace(/<[^>]+>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&');

const sectionOf = (id: string) => new RegExp(`<section id="${id}"[\\s\\S]*?</section>`).exec(page)![0];

const matches = (pattern: RegExp) => [...page.matchAll(pattern)].map((match) => match[1]!);

describe('GET /v1/openapi.json', () => {
  it('is the document, with the address at which this service is reached', async () => {
    const response = await app.inject('/v1/openapi.json');
    expect(response.statusCode).toBe(200);
    expect(response.headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'access-control-allow-origin': '*',
    });
    expect(response.json()).toEqual(openApiDocument({ serverUrl: BASE_URL }));
  });

  it('follows the public address', async () => {
    publicUrl = 'http://127.0.0.1:4711';
    const { servers } = (await app.inject('/v1/openapi.json')).json();
    publicUrl = 'https://parley.example.com';
    expect(servers[0].url).toBe('http://127.0.0.1:4711/v1');
  });
});

describe('GET /docs', () => {
  it('is a page that may run its own script and ask its own service, and nothing else', async () => {
    const response = await app.inject('/docs');
    const style = /<style>([\s\S]*)<\/style>/.exec(page)![1]!;
    const hash = createHash('sha256').update(style).digest('base64');
    expect(response.headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': `default-src 'none'; script-src 'self'; connect-src 'self'; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
    });
    expect(page.replace('<script src="/docs/reference.js" defer></script>', '')).not.toMatch(
      /<script|<link|<img|<iframe|\sstyle=|\ssrc=|\son\w+=|url\(/,
    );
    const script = await app.inject('/docs/reference.js');
    expect(script.headers).toMatchObject({
      'content-type': 'text/javascript; charset=utf-8',
      'x-content-type-options': 'nosniff',
    });
    expect(() => new Function(script.body)).not.toThrow();
    expect(script.body).not.toMatch(/innerHTML|insertAdjacentHTML|eval\(/);
  });

  it('is not sent again to a client that has it', async () => {
    const { etag } = (await app.inject('/docs')).headers;
    const again = await app.inject({ url: '/docs', headers: { 'if-none-match': etag! } });
    expect(again.statusCode).toBe(304);
    expect(again.body).toBe('');
  });

  it.each(Object.entries(routes as Record<string, Route>))('describes %s', (name, route) => {
    const section = sectionOf(name);
    const text = unescaped(section);
    expect(text).toContain(`${route.method} ${route.path}`);
    expect(text).toContain(`Permission: ${route.permission}`);
    const operation = Object.values(document.paths)
      .flatMap((item) => Object.values(item))
      .find(({ operationId }) => operationId === name)!;
    for (const parameter of operation.parameters ?? []) expect(section).toContain(`>${parameter.name}<`);
    expect(text).toContain(operation['x-codeSamples']![0]!.source);
    const statuses = Object.keys(operation.responses);
    for (const status of statuses) expect(text).toContain(status);
  });

  it('shows every field of a request, and which are required', () => {
    const section = sectionOf('placeCall');
    const fields = [...section.matchAll(/<tr><td><code class="name">(\w+)<\/code>[\s\S]*?<\/td>/g)];
    const required = fields.filter(([row]) => row.includes('class="required"')).map(([, name]) => name);
    expect(required).toEqual(['agent_id', 'recipient_phone']);
    expect(fields.map(([, name]) => name)).toEqual(
      expect.arrayContaining(['variables', 'from_number', 'max_duration']),
    );
  });

  it('leads only to places that are there', () => {
    const ids = matches(/\sid="([^"]+)"/g);
    expect(new Set(ids).size).toBe(ids.length);
    for (const anchor of matches(/href="#([^"]+)"/g)) expect(ids).toContain(anchor);
    const outside = matches(/href="([^#"][^"]*)"/g);
    expect(new Set(outside)).toEqual(new Set([`${BASE_URL}/openapi.json`, 'https://www.standardwebhooks.com']));
  });

  it('explains every end reason', () => {
    const section = sectionOf('end-reasons');
    for (const reason of document.components.schemas.EndReason!.enum!) expect(section).toContain(`>${reason}<`);
  });

  it('lists every endpoint on one screen, with its permission', () => {
    const text = unescaped(sectionOf('endpoints'));
    for (const { method, path, permission } of Object.values(routes as Record<string, Route>)) {
      expect(text).toMatch(new RegExp(`${method} ${path.replace(/[{}]/g, '\\$&')}(?!/)[\\s\\S]*?${permission}`));
    }
  });

  it('says where agents come from, and what an outcome label is', () => {
    const text = unescaped(sectionOf('agents'));
    expect(text).toContain('agents create --account');
    expect(text).toContain('two demo agents');
    expect(text).toContain('lower case letters, digits and _');
  });

  it('has SIP codes, and the data of a test event', () => {
    for (const code of ['200', '486', '603', '480']) expect(unescaped(sectionOf('end-reasons'))).toContain(code);
    expect(unescaped(sectionOf('webhooks'))).toContain('"message": "This is a test event of Parley."');
  });

  it('shows the fields of inner objects without being asked', () => {
    expect(page).not.toMatch(/<details>/);
    expect(sectionOf('createBatch')).toMatch(/<details open>[\s\S]*>phone</);
  });

  it('has Python examples that Python understands', () => {
    const examples = matches(/<figure class="code in-python">[\s\S]*?<code>([\s\S]*?)<\/code>/g).map(unescaped);
    expect(examples).toHaveLength(Object.keys(routes).length);
    // A module in the place of requests prints what it would send.
    const program = `import sys, json, types
sent = []
class Response:
    def raise_for_status(self): pass
    def json(self): return None
def method(name): return lambda url, **words: (sent.append({"method": name, "url": url, **words}), Response())[1]
requests = types.SimpleNamespace(**{name: method(name) for name in ("get", "post", "patch", "delete", "put")})
sys.modules["requests"] = requests
for example in json.load(sys.stdin): exec(example, {"print": lambda *words: None})
json.dump(sent, sys.stdout, default=bytes.decode)`;
    const sent = JSON.parse(
      execFileSync('python3', ['-c', program], {
        input: JSON.stringify(examples),
        env: { ...process.env, PARLEY_API_KEY: 'key' },
        encoding: 'utf8',
      }),
    );
    for (const request of sent) {
      expect(request.url).toMatch(new RegExp(`^${BASE_URL}/[^{}]+$`));
      expect(request.headers.Authorization).toBe('Bearer key');
    }
    const placed = document.paths['/call']!.post!.requestBody!.content['application/json']?.example;
    expect(sent.find(({ url }: { url: string }) => url === `${BASE_URL}/call`)).toMatchObject({
      method: 'post',
      json: placed,
    });
  });

  it('gives the script what it needs to try each endpoint', () => {
    for (const [name, { method, path }] of Object.entries(routes as Record<string, Route>)) {
      expect(sectionOf(name)).toContain(`data-method="${method}" data-path="${path}"`);
    }
  });

  it('has curl examples that a shell understands', () => {
    const examples = matches(/<figure class="code in-curl">[\s\S]*?<code>([\s\S]*?)<\/code>/g).map(unescaped);
    expect(examples.length).toBeGreaterThan(Object.keys(routes).length);
    // A function in the place of curl shows what curl would be given: words end in NUL, requests in a line, examples in two.
    // One shell for all: to start one takes a large process long.
    const script = [
      `PARLEY_API_KEY=key; curl() { printf '%s\\0' "$@"; printf '\\n\\0'; }`,
      ...examples.map((example) => `(\n${example.replace(/^export .*$/m, '')}\n)\nprintf '\\n\\n\\0'`),
    ].join('\n');
    const shown = execFileSync('sh', ['-e', '-c', script], { encoding: 'utf8' }).split('\n\n\0');
    expect(shown).toHaveLength(examples.length + 1);
    for (const [at, example] of examples.entries()) {
      const words = shown[at]!.split('\0');
      expect(words.some((word) => word.startsWith(BASE_URL))).toBe(true);
      expect(words).toContain('Authorization: Bearer key');
      words.forEach((word, index) => {
        if (words[index - 1] === '-d') expect(JSON.parse(word), example).toBeTypeOf('object');
      });
    }
  });
});
