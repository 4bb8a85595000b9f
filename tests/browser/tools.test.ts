import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { LocalMcpServer } from '../support/mcp-server.ts';
import { Service } from '../support/service.ts';
import { ToolServer } from '../support/tool-server.ts';
import { expectAccessible } from './support/accessible-page.ts';
import { launchChromium } from './support/chromium.ts';
import { sampleTools } from './support/sample-knowledge.ts';
import { type Login, makeOwner, makeUser } from './support/sign-in.ts';
import { openPage, type PageOptions, visit } from './support/watched-page.ts';

const SECRET = 'Bearer written-once-0123456789';

let service: Service;
let browser: Browser;
let owner: Login;
let company: ToolServer;
let shop: LocalMcpServer;

beforeAll(async () => {
  [service, browser, company, shop] = await Promise.all([
    Service.start({ PARLEY_ALLOW_PRIVATE_WEBHOOKS: 'true' }),
    launchChromium(),
    ToolServer.start(),
    LocalMcpServer.start(),
  ]);
  owner = await makeOwner(service);
});
afterAll(() => Promise.all([browser?.close(), service?.remove(), company?.close(), shop?.close()]));

/** Its problems are none at the end. */
async function onAgent(id: string, act: (page: Page) => Promise<void>, options: PageOptions = {}): Promise<void> {
  const { page, context, problems } = await openPage(browser, service, { login: owner, ...options });
  page.setDefaultTimeout(20_000);
  await visit(page, `/agents/${id}`);
  await act(page);
  await context.close();
  expect(problems).toEqual([]);
}

async function newAgent(tools: unknown[] = []): Promise<string> {
  const prompt = '## hello\nsay: Hello.\nend: success\n';
  const body = { name: 'With tools', prompt, variables: { shop: 'riverside' }, tools };
  return (await service.request('POST', '/agents', { body })).body.agent_id;
}
const toolsOf = async (id: string) => (await service.request('GET', `/agents/${id}`)).body.tools;
const http = sampleTools[2]!;

async function add(page: Page, kind: RegExp): Promise<void> {
  await page.getByRole('button', { name: 'Add a tool' }).click();
  await page.getByRole('menuitem', { name: kind }).click();
}
const keep = (page: Page, name: 'Add tool' | 'Keep changes') =>
  page.getByRole('dialog').getByRole('button', { name }).click();
const closed = (page: Page) => page.getByRole('dialog').waitFor({ state: 'hidden' });
const saved = (page: Page) => page.getByText('Draft saved, not published').waitFor();

async function publish(page: Page): Promise<void> {
  await page.getByRole('dialog').getByRole('button', { name: 'Publish', exact: true }).click();
  await page.getByText('Everything is published').waitFor();
}

test('a web request is described, kept in the draft, compared in words and published; its secret is never shown', async () => {
  const id = await newAgent();
  await onAgent(id, async (page) => {
    const dialog = page.getByRole('dialog');
    await page.getByRole('switch', { name: 'Press keys' }).check({ force: true });
    await add(page, /^Web request/);
    // What is missing is marked, and the first of it has the focus.
    await keep(page, 'Add tool');
    await dialog.getByText('Correct the fields marked in red first.').waitFor();
    expect(await dialog.getByLabel('Name', { exact: true }).evaluate((input) => input === document.activeElement)).toBe(
      true,
    );
    await expectAccessible(page);
    await dialog.getByLabel('Name', { exact: true }).fill('find_order');
    await dialog.getByLabel('What it does, and when to use it').fill('Finds an order.');
    await dialog.getByLabel('Address').fill('https://api.example.com/{{shop}}/orders/{{args.order_id}}');
    await dialog.getByText('holds {{args.order_id}}').waitFor();
    await dialog.getByRole('button', { name: 'Add a value' }).click();
    const value = dialog.getByRole('group', { name: 'Value 1' });
    await value.getByLabel('Name').fill('order_id');
    await value.getByLabel('What it is').fill('As on the invoice');
    await dialog.getByRole('button', { name: 'Add a header' }).click();
    const header = dialog.getByRole('group', { name: 'Header 1' });
    await header.getByLabel('Name').fill('Authorization');
    await header.getByRole('checkbox', { name: 'Secret' }).check();
    await header.getByLabel('Value', { exact: true }).fill(SECRET);
    await dialog.getByRole('button', { name: 'Add a variable' }).click();
    await dialog.getByRole('textbox', { name: 'Variable' }).fill('status');
    await dialog.getByLabel('Where it is in the response').fill('$.status');
    await expectAccessible(page);
    await keep(page, 'Add tool');
    await closed(page);
    const row = page.getByRole('listitem').filter({ hasText: 'find_order' });
    await row.getByText('Finds an order.').waitFor();
    await page.getByText('The built-in script follows its lines and uses no tools.').waitFor();
    await saved(page);
    await page.getByRole('button', { name: 'Publish …' }).click();
    await dialog.getByText('Web request find_order').waitFor();
    await dialog.getByText('argument order_id: text, required, As on the invoice').waitFor();
    await dialog.getByText('header Authorization: a new secret').waitFor();
    expect(await dialog.textContent()).not.toContain('written-once');
    expect(await dialog.textContent()).not.toContain('[object');
    await expectAccessible(page);
    await publish(page);
  });
  const [keys, order] = await toolsOf(id);
  expect(keys).toEqual({ type: 'send_dtmf' });
  expect(order).toEqual({
    ...{ type: 'http', name: 'find_order', description: 'Finds an order.', method: 'GET', timeout: 10, say: null },
    url: 'https://api.example.com/{{shop}}/orders/{{args.order_id}}',
    parameters: {
      type: 'object',
      properties: { order_id: { type: 'string', description: 'As on the invoice' } },
      required: ['order_id'],
    },
    headers: [{ name: 'Authorization', value: null, secret: true, value_set: true }],
    variables: { status: '$.status' },
  });
});

test('a stored secret stays while the host does, and has to be given again where it would go elsewhere', async () => {
  const id = await newAgent([http]);
  await onAgent(id, async (page) => {
    const dialog = page.getByRole('dialog');
    await page.getByRole('button', { name: 'Change find_order' }).click();
    expect(await dialog.getByLabel('Value', { exact: true }).inputValue()).toBe('Stored, never shown');
    await dialog.getByLabel('Address').fill('https://other.example.com/orders/{{args.order_id}}');
    await keep(page, 'Keep changes');
    await dialog.getByText(/^Enter it again. A secret is only kept/).waitFor();
    await dialog.getByLabel('Address').fill('https://api.example.com/v2/orders/{{args.order_id}}');
    await keep(page, 'Keep changes');
    await closed(page);
    await saved(page);
    // What the draft keeps is sealed: it is not there after a reload either.
    await page.reload();
    await page.getByRole('button', { name: 'Change find_order' }).click();
    await dialog.getByRole('button', { name: 'Replace: Value' }).click();
    await dialog.getByLabel('Value', { exact: true }).fill(SECRET);
    await keep(page, 'Keep changes');
    await saved(page);
    await page.getByRole('button', { name: 'Publish …' }).click();
    await publish(page);
    await page.reload();
    await page.getByRole('button', { name: 'Change find_order' }).click();
    expect(await dialog.getByLabel('Value', { exact: true }).inputValue()).toBe('Stored, never shown');
    expect(await page.content()).not.toContain('written-once');
  });
  expect((await toolsOf(id))[0].url).toBe('https://api.example.com/v2/orders/{{args.order_id}}');
});

test('numbers of a transfer are taken as people write them, at phone width in the dark', async () => {
  const id = await newAgent();
  await onAgent(
    id,
    async (page) => {
      const dialog = page.getByRole('dialog');
      await add(page, /^Transfer/);
      await dialog.getByLabel('Name').fill('Reception');
      await dialog.getByRole('textbox', { name: 'Number' }).fill('(202) 555-0101');
      await keep(page, 'Add tool');
      await dialog.getByText(/^Must be in E\.164 format/).waitFor();
      await dialog.getByRole('textbox', { name: 'Number' }).fill('+1 (202) 555-0101');
      await dialog.getByLabel('When to choose it').fill('Appointments');
      await expectAccessible(page);
      await keep(page, 'Add tool');
      await closed(page);
      await page.getByText('To Reception').waitFor();
      // There is one at most.
      await page.getByRole('button', { name: 'Add a tool' }).click();
      await page.getByRole('menuitem', { name: /^MCP server/ }).waitFor();
      expect(await page.getByRole('menuitem', { name: /^Transfer/ }).count()).toBe(0);
      await page.keyboard.press('Escape');
      await saved(page);
      await expectAccessible(page);
      await page.getByRole('button', { name: 'Publish …' }).click();
      await publish(page);
    },
    { width: 390, scheme: 'dark' },
  );
  expect(await toolsOf(id)).toEqual([
    {
      type: 'transfer_call',
      destinations: [{ name: 'Reception', phone_number: '+12025550101', description: 'Appointments' }],
      ...{
        message: null,
        mode: 'cold',
        briefing: null,
        method: 'auto',
        caller_id: 'own',
        waiting_sound: 'ringing',
        ring_timeout: 30,
      },
    },
  ]);
});

test('what a table cannot say is written as JSON Schema, and a fault says its line', async () => {
  const id = await newAgent([http]);
  await onAgent(id, async (page) => {
    const dialog = page.getByRole('dialog');
    await page.getByRole('button', { name: 'Change find_order' }).click();
    const isJson = dialog.getByRole('switch', { name: 'Write it as JSON Schema' });
    await isJson.check({ force: true });
    const text = dialog.getByLabel('What the agent fills in, as JSON Schema');
    const schema = await text.inputValue();
    expect(JSON.parse(schema).properties.order_id.type).toBe('string');
    await text.fill(schema.replace('"string"', '"text"'));
    await dialog.getByText(/^Line 5: properties → order_id → type must be one of/).waitFor();
    await text.fill('{');
    await dialog.getByText(/^This is not valid JSON/).waitFor();
    await expectAccessible(page);
    await text.fill(schema.replace('"type": "string",', '"type": "string", "maxLength": 8,'));
    await dialog.getByText('This schema cannot be shown as a table.').waitFor();
    expect(await isJson.isDisabled()).toBe(true);
    await keep(page, 'Keep changes');
    await saved(page);
    await page.getByRole('button', { name: 'Publish …' }).click();
    await dialog.getByText('"maxLength": 8', { exact: false }).waitFor();
    await publish(page);
  });
  expect((await toolsOf(id))[0].parameters.properties.order_id.maxLength).toBe(8);
});

test('an MCP server is narrowed to some of its tools, and removed; names are not used twice', async () => {
  const id = await newAgent(sampleTools);
  await onAgent(id, async (page) => {
    const dialog = page.getByRole('dialog');
    await page.getByRole('button', { name: 'Change calendar' }).click();
    await dialog.getByLabel('Name', { exact: true }).fill('find_order');
    await keep(page, 'Keep changes');
    await dialog.getByText('Another tool is called find_order already.').waitFor();
    await dialog.getByLabel('Name', { exact: true }).fill('diary');
    await dialog.getByText('All of them').click();
    await expectAccessible(page);
    await keep(page, 'Keep changes');
    await closed(page);
    await page.getByText('All tools of the server').waitFor();
    await page.getByRole('button', { name: 'Remove find_order' }).click();
    await page.getByRole('switch', { name: 'Press keys' }).uncheck({ force: true });
    await saved(page);
    await page.getByRole('button', { name: 'Publish …' }).click();
    await publish(page);
  });
  const tools = await toolsOf(id);
  expect(tools.map(({ type }: any) => type)).toEqual(['transfer_call', 'mcp']);
  expect(tools[1]).toMatchObject({ name: 'diary', tools: null });
});

test('an address that knows the caller is asked, signed with a secret that is made here', async () => {
  const id = await newAgent();
  await onAgent(id, async (page) => {
    await page.getByRole('switch', { name: 'Ask for variables when a call comes in' }).check({ force: true });
    await page.getByLabel('Address that is asked').fill('ftp://example.com');
    await page.getByText(/^Must be an http or https address/).waitFor();
    await page.getByLabel('Address that is asked').fill('https://example.com/variables');
    await page.getByRole('button', { name: 'Make a secret' }).click();
    await page.getByText('Give it to your address now; it is never shown again.').waitFor();
    await saved(page);
    await page.getByRole('button', { name: 'Publish …' }).click();
    await page.getByRole('dialog').getByText('Signed with a new secret').waitFor();
    await publish(page);
    expect(await page.getByRole('textbox', { name: 'Secret for signing' }).inputValue()).toBe('Stored, never shown');
    await expectAccessible(page);
  });
  const { body } = await service.request('GET', `/agents/${id}`);
  expect(body.variables_webhook).toEqual({ url: 'https://example.com/variables', secret: null, secret_set: true });
});

test('a web request is tried with what the agent would fill in, and its secret; what failed says what to do', async () => {
  const id = await newAgent([
    {
      ...http,
      url: `${company.url}/{{shop}}/{{args.order_id}}`,
      headers: [{ name: 'X-Key', value: SECRET, secret: true }],
    },
  ]);
  company.answer = ({ path }) =>
    path.endsWith('0017') ? { body: { status: 'on its way' } } : { status: 404, body: { message: 'No such order' } };
  await onAgent(id, async (page) => {
    await page.getByRole('button', { name: 'Change find_order' }).click();
    const trial = page.getByRole('dialog').getByRole('region', { name: 'Try it' });
    await trial.getByRole('button', { name: 'Try it' }).click();
    await trial.getByText('Fill this in.').waitFor();
    expect(company.requests).toEqual([]);
    await trial.getByRole('textbox', { name: 'order_id' }).fill('0018');
    await trial.getByRole('button', { name: 'Try it' }).click();
    await trial.getByText('It failed').waitFor();
    await trial.getByText(/^There is nothing at this address for these values\./).waitFor();
    await trial.getByText('No such order', { exact: false }).waitFor();
    await expectAccessible(page);
    await trial.getByRole('textbox', { name: 'order_id' }).fill('0017');
    await trial.getByRole('textbox', { name: '{{shop}}' }).fill('hillside');
    await trial.getByRole('button', { name: 'Try it' }).click();
    await trial.getByText('It works').waitFor();
    await trial.getByText('Kept for the call: status = on its way').waitFor();
    await expectAccessible(page);
  });
  expect(company.requests.map(({ path }) => path)).toEqual(['/riverside/0018', '/hillside/0017']);
  expect(company.requests.every(({ headers }) => headers['x-key'] === SECRET)).toBe(true);
});

test('an MCP server lists its tools, and one of them is tried, at phone width', async () => {
  const id = await newAgent([{ type: 'mcp', name: 'shop', url: shop.url }]);
  await onAgent(
    id,
    async (page) => {
      await page.getByRole('button', { name: 'Change shop' }).click();
      const trial = page.getByRole('dialog').getByRole('region', { name: 'Try it' });
      await trial.getByRole('button', { name: 'List its tools' }).click();
      await trial.getByRole('combobox', { name: 'Tool of the server' }).click();
      await page.getByRole('option', { name: 'stock', exact: true }).click();
      await trial.getByRole('textbox', { name: 'item' }).fill('0017');
      await trial.getByRole('button', { name: 'Try it' }).click();
      await trial.getByText('It works').waitFor();
      await expectAccessible(page);
    },
    { width: 390 },
  );
});

test('without permission to write, tools are shown and cannot be opened', async () => {
  const id = await newAgent(sampleTools);
  const viewer = await makeUser(service, 'viewer');
  await onAgent(
    id,
    async (page) => {
      await page.getByText('Finds an order.', { exact: false }).waitFor();
      expect(await page.getByRole('button', { name: 'Change find_order' }).isDisabled()).toBe(true);
      expect(await page.getByRole('button', { name: 'Add a tool' }).isDisabled()).toBe(true);
    },
    { login: viewer },
  );
});

test('what is read out of each call is said in a table, or as JSON Schema', async () => {
  const id = await newAgent();
  await onAgent(id, async (page) => {
    await page.getByRole('switch', { name: 'Extract values from each call' }).check();
    const value = page.getByRole('group', { name: 'Value 1' });
    await value.getByLabel('Name').fill('day');
    await value.getByLabel('What it is').fill('The day that was agreed on');
    await page.getByText('Draft saved, not published').waitFor();
    await page.getByRole('switch', { name: 'Write it as JSON Schema' }).check();
    const json = page.getByLabel('Values extracted from each call, as JSON Schema');
    await json.fill('{ "type": "object", ');
    await page.getByText('This is not valid JSON').first().waitFor();
    await json.fill('{"type": "object", "properties": {"day": {"type": "string", "format": "date"}}}');
    await expectAccessible(page);
    await page.getByText('Draft saved, not published').waitFor();
    await page.getByRole('button', { name: 'Publish …' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Publish', exact: true }).click();
    await page.getByText('Everything is published').waitFor();
  });
  const { extraction } = (await service.request('GET', `/agents/${id}`)).body;
  expect(extraction).toEqual({ type: 'object', properties: { day: { type: 'string', format: 'date' } } });
});
