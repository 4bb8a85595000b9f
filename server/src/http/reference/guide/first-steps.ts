import { permissionMeanings } from '@parley/contract';
import { codePanel, curl, json } from '../code.ts';
import { html } from '../html.ts';
import type { Section } from '../section.ts';
import { aboutAgents } from './agents.ts';
import { endpoints } from './endpoints.ts';
import type { GuideContext } from './guide-context.ts';
import { code, rowTable } from './tables.ts';

export function firstSteps(context: GuideContext): Section[] {
  const { document, baseUrl } = context;
  return [
    introduction(baseUrl),
    authentication(baseUrl),
    firstCall(document, baseUrl),
    aboutAgents(),
    conventions(),
    endpoints(context),
  ];
}

function introduction(baseUrl: string): Section {
  return {
    id: 'introduction',
    title: 'Introduction',
    prose: html`<p>Parley hosts voice agents that place and receive telephone calls. You describe an agent: its prompt, voice, model and language. You tell it whom to call, one person or ten thousand. It rings, talks, listens, and hangs up; you get the transcript, a summary, the outcome and the recording.</p>
<p>This is the reference of its HTTP API. Requests and answers are JSON. The same is described for machines in <a href="${baseUrl}/openapi.json">OpenAPI 3.1</a>, which Postman, Insomnia and code generators read. For JavaScript and TypeScript there is a typed client, <code>@parley/client</code>; choose above which examples you want to see.</p>
<p>The version, <code>v1</code>, is a part of the base address. Within it fields, endpoints and values may be added, and nothing is removed or changes its meaning: ignore what you do not know.</p>`,
    code: codePanel('Base address', baseUrl),
  };
}

function authentication(baseUrl: string): Section {
  const permissions = Object.entries(permissionMeanings).map(([name, meaning]) => [code(name), meaning]);
  return {
    id: 'authentication',
    title: 'Authentication',
    prose: html`<p>Every request carries an API key in the header <code>Authorization: Bearer &lt;API_KEY&gt;</code>. The first start of the service prints one; more are made with <code>npm run -s parley -- keys create --account account_… --permissions calls:read,calls:write</code>. A key is shown once, begins with <code>vk_live_</code>, and belongs to one account: what is another account's does not exist for it.</p>
<p>A missing, wrong, revoked or expired key is answered 401 <code>unauthorized</code>. A key has permissions; where it lacks the one that an endpoint needs, the answer is 403 <code>forbidden</code>.</p>
${rowTable(['Permission', 'What it allows'], permissions)}
<p>Keep keys out of web pages, apps and repositories. One that may have been seen must be replaced and revoked at once.</p>`,
    code: html`${codePanel('curl', `export PARLEY_API_KEY=vk_live_…\n\n${curl({ method: 'GET', url: `${baseUrl}/agents` })}`, 'curl')}${codePanel('@parley/client', `import { Parley } from '@parley/client';\n\nconst parley = new Parley({\n  apiKey: process.env.PARLEY_API_KEY,\n  baseUrl: '${baseUrl}',\n});`, 'client')}`,
  };
}

function firstCall(document: GuideContext['document'], baseUrl: string): Section {
  const place = document.paths['/call']?.post?.requestBody?.content['application/json']?.example as object;
  const inShell = { ...place, agent_id: '$AGENT_ID' };
  const client = `const { data: agents } = await parley.agents.list();

const placed = await parley.calls.place({
  agent_id: agents[0].agent_id,
  recipient_phone: '+12025550101',
  variables: { name: 'Maria Lopez', day: 'Friday' },
});

const call = await parley.calls.waitUntilEnded(placed.call_id);
console.log(call.outcome, call.summary, call.recording_url);`;
  return {
    id: 'first-call',
    title: 'A first call',
    prose: html`<p>Three requests: find an agent, let it call, read what came of it.</p>
<ol><li><a href="#listAgents">List the agents</a> and take an <code>agent_id</code>; <a href="#agents">two are there from the start</a>.</li>
<li><a href="#placeCall">Place a call</a> to <code>+12025550101</code>, a simulated person who answers and talks. The answer is 201, before anything rings.</li>
<li><a href="#getCall">Read the call</a> until its <code>phase</code> is <code>ended</code>, or let a <a href="#webhooks">webhook</a> tell you.</li></ol>
<p class="callout">While no carrier is connected, every number is simulated, and no real telephone rings by accident. Such calls say <code>"simulated": true</code>. See <a href="#simulated-phone">the simulated phone</a>.</p>`,
    code: html`${codePanel(
      'curl',
      [
        curl({ method: 'GET', url: `${baseUrl}/agents` }),
        `AGENT_ID=agent_…\n${curl({ method: 'POST', url: `${baseUrl}/call`, body: inShell }).replace('$AGENT_ID', `'"$AGENT_ID"'`)}`,
        `CALL_ID=call_…\n${curl({ method: 'GET', url: `${baseUrl}/calls/CALL_ID` }).replace('/calls/CALL_ID', '/calls/$CALL_ID')}`,
      ].join('\n\n'),
      'curl',
    )}${codePanel('@parley/client', client, 'client')}`,
  };
}

function conventions(): Section {
  return {
    id: 'conventions',
    title: 'Requests and answers',
    prose: html`<ul>
<li>Bodies are JSON objects with the header <code>Content-Type: application/json</code>, 1 MiB at most; a batch may have 16 MiB.</li>
<li>Keys are <code>snake_case</code>. Identifiers have a prefix that tells what they name: <code>call_…</code>, <code>agent_…</code>. Those in the examples are made up: put yours in their place.</li>
<li>Times are integer Unix seconds, durations are integer seconds.</li>
<li>A field that is not known yet is <code>null</code>, never absent.</li>
<li>Fields and query parameters that are not known are refused with 400: a typing error never places a call with a default.</li>
<li>Phone numbers are E.164: <code>+</code>, country code, number, 7 to 15 digits. Nothing is corrected silently: <code>2025550101</code> and <code>+1 202 555 0101</code> are refused.</li>
<li>Every answer has an <code>x-request-id</code>. State it when you report a problem.</li></ul>`,
    code: codePanel('Not known yet', json({ status: 'initiated', answered_at: null, duration: null, summary: null })),
  };
}
