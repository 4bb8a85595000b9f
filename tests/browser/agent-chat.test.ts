import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type FakeAnswer, FakeOpenAi } from '../support/fake-openai.ts';
import { growingPauses } from '../support/growing-pauses.ts';
import { Service } from '../support/service.ts';
import { ToolServer } from '../support/tool-server.ts';
import { expectAccessible } from './support/accessible-page.ts';
import { launchChromium } from './support/chromium.ts';
import { type Login, makeOwner } from './support/sign-in.ts';
import { openPage, visit } from './support/watched-page.ts';

const SECRET = 'Bearer of-the-chat-0123456789';
const PRICES = '# Prices\n\n## Haircuts\nA haircut costs 38 euros for adults.\n';

let service: Service;
let browser: Browser;
let owner: Login;
let llm: FakeOpenAi;
let company: ToolServer;
let agentId: string;

const using = (name: string, args: object = {}): FakeAnswer => ({
  toolCalls: [{ id: name, name, arguments: JSON.stringify(args) }],
});
/** What the model does with what was said last: by a caller, or by a tool. */
const script: [RegExp, FakeAnswer][] = [
  [/answered/i, { text: ['Good morning, this is the salon.'] }],
  [/parcel/i, { text: ['One moment.'], ...using('find_order', { order_id: '0017' }) }],
  [/on its way/, { text: ['It is on its way.'] }],
  [/other one/i, using('find_order', { order_id: '9' })],
  [/No such order/, { text: ['There is no such order.'] }],
  [/press/i, using('send_dtmf', { digits: '1' })],
  [/invoice/i, using('transfer_call', { destination: 'Accounting' })],
  // Last, since a passage of the document may precede other words too.
  [/haircut cost/i, { text: ['A haircut costs 38 euros.'] }],
];

beforeAll(async () => {
  llm = await FakeOpenAi.start(({ body }) => {
    const last = JSON.stringify(body.messages.at(-1).content);
    return script.find(([pattern]) => pattern.test(last))?.[1] ?? { text: ['I do not know.'] };
  });
  [browser, company] = await Promise.all([launchChromium(), ToolServer.start()]);
  service = await Service.start({
    PARLEY_LLM_URL: llm.url,
    PARLEY_LLM_MODEL: 'test-model',
    PARLEY_ALLOW_PRIVATE_WEBHOOKS: 'true',
  });
  owner = await makeOwner(service);
  company.answer = ({ path }) =>
    path.endsWith('0017')
      ? { body: { status: 'on its way', carrier: { name: 'Riverside Post', since: '2026-11-20' } } }
      : { status: 404, body: { message: 'No such order' } };
  const { body: document } = await service.request('POST', '/documents?name=Prices.md', {
    body: PRICES,
    headers: { 'content-type': 'text/markdown' },
  });
  for (const pause of growingPauses()) {
    if ((await service.request('GET', `/documents/${document.document_id}`)).body.status === 'ready') break;
    await pause();
  }
  const { body: agent } = await service.request('POST', '/agents', {
    body: {
      name: 'Front desk',
      prompt: 'Help. The last status was {{status}}.',
      model: 'openai-compatible/test-model',
      knowledge: { document_ids: [document.document_id], mode: 'context' },
      tools: [
        { type: 'send_dtmf' },
        {
          type: 'transfer_call',
          destinations: [{ name: 'Accounting', phone_number: '+12025550107', description: 'Invoices' }],
          message: 'I will put you through.',
        },
        {
          ...{ type: 'http', name: 'find_order', description: 'Finds an order.' },
          url: `${company.url}/{{shop}}/{{args.order_id}}`,
          parameters: { type: 'object', properties: { order_id: { type: 'string' } }, required: ['order_id'] },
          headers: [{ name: 'Authorization', value: SECRET, secret: true }],
          variables: { status: '$.status' },
        },
      ],
    },
  });
  agentId = agent.agent_id;
});
afterAll(async () => {
  await Promise.all([browser?.close(), service?.remove()]);
  await Promise.all([llm?.close(), company?.close()]);
});

async function say(page: Page, words: string): Promise<void> {
  await page.getByLabel('What the caller says').fill(words);
  await page.getByRole('button', { name: 'Say', exact: true }).click();
}

/** Where a failure is looked at by people: PARLEY_SCREENSHOTS names the directory. */
async function shoot(page: Page, name: string): Promise<void> {
  const directory = process.env.PARLEY_SCREENSHOTS;
  if (directory) await page.screenshot({ path: `${directory}/${name}.png` });
}

test.each([
  { width: 1440, scheme: 'light' as const },
  { width: 390, scheme: 'dark' as const },
])('a draft that is not saved uses its tools and documents in writing ($width px)', async ({ width, scheme }) => {
  company.requests.length = 0;
  const { page, context, problems } = await openPage(browser, service, { login: owner, width, scheme });
  page.setDefaultTimeout(20_000);
  await visit(page, `/agents/${agentId}`);
  // Nothing is saved any more from here on: the chat uses the settings on the page.
  await page.route('**/draft', (route) => route.abort());
  await page.getByRole('button', { name: 'Change find_order' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Address').fill(`${company.url}/v2/{{shop}}/{{args.order_id}}`);
  await dialog.getByRole('button', { name: 'Keep changes' }).click();
  await dialog.waitFor({ state: 'hidden' });
  if (width < 1200) await page.getByRole('button', { name: 'Try it' }).click();
  // An address asks for a variable; what a tool finds is not asked for.
  await page.getByText('Enter a value for shop to test the agent.').waitFor();
  await page.getByLabel('shop', { exact: true }).fill('riverside');
  await page.getByRole('button', { name: 'Start', exact: true }).click();
  const talk = page.getByRole('log', { name: 'Conversation in text' });
  await talk.getByText('Good morning, this is the salon.').waitFor();
  await say(page, 'Where is my parcel?');
  await talk.getByText('It is on its way.').waitFor();
  await talk.getByText(/find_order was used in/).waitFor();
  await talk.getByText('0017', { exact: true }).waitFor();
  await talk.getByText('Kept for the call: status = on its way').waitFor();
  await talk.getByText('What it gave').click();
  await talk.getByText('Riverside Post').waitFor();
  expect(company.requests).toMatchObject([{ path: '/v2/riverside/0017', headers: { authorization: SECRET } }]);
  await expectAccessible(page);
  await shoot(page, `chat-tool-${width}`);
  await say(page, 'And the other one?');
  await talk.getByText('There is no such order.').waitFor();
  await talk.getByText(/find_order failed in/).waitFor();
  await say(page, 'What does a haircut cost?');
  await talk.getByText('A haircut costs 38 euros.').waitFor();
  await talk.getByRole('link', { name: 'Prices.md' }).waitFor();
  const prompt = llm.requests.at(-1)!.body.messages[0].content;
  expect(prompt).toContain('The last status was on its way.');
  await say(page, 'Please press one');
  await talk.getByText('Here the agent would press 1').waitFor();
  await say(page, 'I have a question about an invoice');
  await talk.getByText('I will put you through.').waitFor();
  await talk.getByText('Here the call would be handed over to Accounting, +1 202 555 0107').waitFor();
  await page.getByText('The agent handed the call over to Accounting.').waitFor();
  expect(await page.getByLabel('What the caller says').count()).toBe(0);
  await expectAccessible(page);
  await shoot(page, `chat-call-${width}`);
  expect(await page.content()).not.toContain('of-the-chat');
  await context.close();
  expect(problems.filter((problem) => !problem.includes('ERR_FAILED'))).toEqual([]);
});
