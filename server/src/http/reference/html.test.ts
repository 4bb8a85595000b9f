import { expect, it } from 'vitest';
import { codePanel, curl, json } from './code.ts';
import { html } from './html.ts';
import { inline } from './prose.ts';

const ANCHORS = new Map([['GET /calls/{call_id}', 'getCall']]);

it('escapes whatever is not markup', () => {
  const attack = `<img src=x onerror="alert('1')">&`;
  const escaped = '&lt;img src=x onerror=&quot;alert(&#39;1&#39;)&quot;&gt;&amp;';
  expect(html`<p title="${attack}">${[attack, html`<b>${attack}</b>`]}</p>`.markup).toBe(
    `<p title="${escaped}">${escaped}<b>${escaped}</b></p>`,
  );
  expect(codePanel(attack, attack).markup).not.toContain('<img');
  expect(json({ [attack]: attack }).markup).not.toContain('<img');
  expect(inline(`\`${attack}\` ${attack}`, ANCHORS).markup).not.toContain('<img');
});

it('leaves out what is nothing, and keeps zero', () => {
  expect(html`${null}${undefined}${false}${0}${''}`.markup).toBe('0');
});

it('keeps dollar signs and backslashes of values', () => {
  expect(html`${'$& $1 \\n'}`.markup).toBe('$&amp; $1 \\n');
});

it('tells keys, texts and other values of JSON apart', () => {
  expect(json({ a: 'b: "c"', d: [1, null] }).markup.replace(/\s+/g, ' ')).toBe(
    '{ <s>&quot;a&quot;</s>: <i>&quot;b: \\&quot;c\\&quot;&quot;</i>, <s>&quot;d&quot;</s>: [ <b>1</b>, <b>null</b> ] }',
  );
});

it('marks code, variables and endpoints in prose', () => {
  expect(inline('See `phase`, {{name}}, GET /calls/{call_id}. And GET /nowhere.', ANCHORS).markup).toBe(
    'See <code>phase</code>, <code>{{name}}</code>, <a href="#getCall"><code>GET /calls/{call_id}</code></a>. And <code>GET /nowhere</code>.',
  );
});

it('writes curl as a person would', () => {
  const url = 'http://127.0.0.1:3000/v1/calls';
  expect(curl({ method: 'GET', url })).toBe(`curl -sS ${url} \\\n  -H "Authorization: Bearer $PARLEY_API_KEY"`);
  expect(curl({ method: 'DELETE', url })).toContain('curl -sS -X DELETE ');
  expect(curl({ method: 'POST', url })).toContain('curl -sS -X POST ');
  expect(curl({ method: 'POST', url, body: { text: "it's" } })).toContain(`"text": "it'\\''s"`);
});
