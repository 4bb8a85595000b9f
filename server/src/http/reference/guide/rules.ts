import { type ErrorCode, errorMeanings, errorStatus } from '@parley/contract';
import { codePanel, curl, json } from '../code.ts';
import { html } from '../html.ts';
import { inline } from '../prose.ts';
import type { Section } from '../section.ts';
import type { GuideContext } from './guide-context.ts';
import { code, figureTable, rowTable } from './tables.ts';

export function rules(context: GuideContext): Section[] {
  return [errors(context), rateLimits(), idempotency(context), pagination(context), variables()];
}

function errors({ anchors }: GuideContext): Section {
  const rows = Object.entries(errorMeanings).map(
    ([name, { meaning, fix }]) =>
      html`<tr><td><span class="status">${errorStatus[name as ErrorCode]}</span> <code>${name}</code></td><td>${inline(meaning, anchors)} <span class="fix">${inline(fix, anchors)}</span></td></tr>
`,
  );
  return {
    id: 'errors',
    title: 'Errors',
    prose: html`<p>Every answer that is not 2xx has the same shape. <code>code</code> is for programs: these eight, and no others. <code>message</code> is for people and says what to change; its wording may change. <code>param</code> names the parameter at fault where there is one, as a path: <code>variables.name</code>, <code>recipients[3].phone</code>.</p>
<table class="errors"><thead><tr><th>Error</th><th>Meaning, and what to do</th></tr></thead><tbody>${rows}</tbody></table>
<p>Checks are made in this order: key, permission, shape of the request, existence, rules, duplicates, limits. The first that fails is answered.</p>`,
    code: codePanel(
      '400 Bad Request',
      json({
        error: {
          code: 'invalid_request',
          message:
            'recipient_phone: must be in E.164 format: + followed by country code and number, 7 to 15 digits, for example +12025550101',
          param: 'recipient_phone',
        },
      }),
    ),
  };
}

function rateLimits(): Section {
  return {
    id: 'rate-limits',
    title: 'Rate limits',
    prose: html`<p>An account has a plan. It limits how many calls may be placed in any 60 seconds, and how many may be live at once; calls that come in count as live.</p>
${figureTable(
  ['Plan', 'Calls a minute', 'Concurrent calls'],
  [
    ['Starter', 10, 1],
    ['Growth', 60, 3],
    ['Business', 200, 10],
    ['Enterprise', 'custom', 'custom'],
  ],
)}
<p>Over either, <a href="#placeCall">POST /call</a> is answered 429 <code>rate_limited</code>, and <code>Retry-After</code> says how many seconds to wait: exact for calls a minute, an estimate for a free line. <a href="#createBatch">A batch</a> waits by itself. Other requests: 6 000 a minute for a key.</p>
<p><code>RateLimit-Limit</code>, <code>RateLimit-Remaining</code> and <code>RateLimit-Reset</code> (seconds) are in every response, for the limit that applies to it.</p>`,
    code: codePanel(
      '429 Too Many Requests',
      html`Retry-After: 12
RateLimit-Limit: 60
RateLimit-Remaining: 0
RateLimit-Reset: 12

${json({ error: { code: 'rate_limited', message: 'The plan permits 60 calls a minute. Try again in 12 s.' } })}`,
    ),
  };
}

function idempotency({ baseUrl, document }: GuideContext): Section {
  const body = document.paths['/call']?.post?.requestBody?.content['application/json']?.example;
  return {
    id: 'idempotency',
    title: 'Idempotency',
    prose: html`<p>A connection may break after a call was accepted and before you know it. Send an <code>Idempotency-Key</code> of your own with <a href="#placeCall">POST /call</a> or <a href="#createBatch">POST /calls/batch</a>, 1 to 255 visible ASCII characters, with blanks only between them, and repeat the request with the same key as often as you like: for 24 hours the first answer is given again, with <code>Idempotent-Replayed: true</code>, and no number is dialled twice.</p>
<p>The same key with another body is 422 with <code>param: Idempotency-Key</code>. Refused requests are not kept: correct them, and use the key again.</p>
<p>Without a key there still is a net: a second call of the same agent to the same number is 409 <code>conflict</code> while the first is not over. <code>@parley/client</code> sends a key with every call and batch by itself.</p>`,
    code: html`${codePanel('curl', curl({ method: 'POST', url: `${baseUrl}/call`, headers: { 'Idempotency-Key': 'order-4711-reminder' }, body }), 'curl')}${codePanel('@parley/client', `await parley.calls.place(\n  { agent_id, recipient_phone: '+12025550101' },\n  { idempotencyKey: 'order-4711-reminder' },\n);`, 'client')}`,
  };
}

function pagination({ baseUrl }: GuideContext): Section {
  return {
    id: 'pagination',
    title: 'Pagination',
    prose: html`<p><a href="#listCalls">GET /calls</a> is newest first and takes <code>limit</code> (1 to 100, 20 when left out) and <code>offset</code>. While <code>has_more</code> is true, add <code>limit</code> to <code>offset</code>. <code>total</code> counts up to 10 000; beyond that <code>total_exact</code> is false.</p>
<p>New calls push older ones onto the next page. To read everything once, also go by time: set <code>to</code> to the <code>created_at</code> of the last call that you have, plus one, and skip the calls that you have of that second. The client's list does this.</p>`,
    code: html`${codePanel('curl', `${curl({ method: 'GET', url: `${baseUrl}/calls?limit=100` })}\n\n${curl({ method: 'GET', url: `${baseUrl}/calls?limit=100&offset=100` })}`, 'curl')}${codePanel('@parley/client', `// One page.\nconst { data, has_more } = await parley.calls.list({ limit: 100 });\n\n// Every call of every page.\nfor await (const call of parley.calls.list()) {\n  console.log(call.call_id);\n}`, 'client')}`,
  };
}

function variables(): Section {
  const builtin = [
    [code('{{recipient_phone}}'), 'The number that is called.'],
    [code('{{from_number}}'), 'The number that calls.'],
    [code('{{current_time}}'), "Day, date and time at the start of the call, in the agent's time zone."],
    [code('{{call_id}}'), 'The identifier of the call.'],
  ];
  return {
    id: 'variables',
    title: 'Variables',
    prose: html`<p><code>{{name}}</code> in an agent's prompt, first message, disclosure and voicemail message is replaced by the call's <code>variables.name</code>. Where the call gives none, the agent's own <code>variables</code> give the default. A name that has neither is refused with 422 and <code>param: variables.name</code> before a number is dialled: a placeholder is never spoken.</p>
<p>Values are strings, numbers, booleans or null. They are data: braces inside a value are never replaced again, and a value cannot give the agent orders in the prompt's name. Names have 1 to 64 characters, none of them a brace.</p>
${rowTable(['Always there', 'Value'], builtin)}`,
    code: html`${codePanel('Prompt of the agent', 'You call {{name}} for City Dental to confirm the appointment on {{day}}. It is {{current_time}}.')}${codePanel('Variables of the call', json({ name: 'Maria Lopez', day: 'Friday' }))}${codePanel('What the agent gets', 'You call Maria Lopez for City Dental to confirm the appointment on Friday. It is Friday, November 14, 2025 at 9:00 AM EST.')}`,
  };
}
