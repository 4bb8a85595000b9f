import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Service } from '../support/service.ts';
import { expectAccessible } from './support/accessible-page.ts';
import { launchChromium } from './support/chromium.ts';
import { type Login, makeOwner, makeUser } from './support/sign-in.ts';
import { openPage, type PageOptions, visit } from './support/watched-page.ts';

const HOURS = '# Opening hours\n\nWe are open from Tuesday to Saturday, from 9 to 6. On Sunday we are closed.\n';
const PRICES = '# Prices\n\n## Haircuts\nA haircut costs 38 euros for adults.\n';

let service: Service;
let browser: Browser;
let owner: Login;

beforeAll(async () => {
  [service, browser] = await Promise.all([Service.start(), launchChromium()]);
  owner = await makeOwner(service);
});
afterAll(() => Promise.all([browser?.close(), service?.remove()]));

/** Its problems are none at the end. */
async function onPage(path: string, act: (page: Page) => Promise<void>, options: PageOptions = {}): Promise<void> {
  const { page, context, problems } = await openPage(browser, service, { login: owner, ...options });
  page.setDefaultTimeout(20_000);
  await visit(page, path);
  await act(page);
  await context.close();
  expect(problems).toEqual([]);
}

const file = (name: string, text: string) => ({ name, mimeType: '', buffer: Buffer.from(text) });
const choose = (page: Page, ...files: { name: string; mimeType: string; buffer: Buffer }[]) =>
  page.locator('input[type=file]').setInputFiles(files);
const ready = (page: Page, name: string) => page.getByRole('row', { name: new RegExp(`${name}.*Ready`) }).waitFor();
const documents = async () => (await service.request('GET', '/documents')).body.data;

async function openMenu(page: Page, name: string, item: RegExp): Promise<void> {
  await page.getByRole('button', { name: `More about ${name}` }).click();
  await page.getByRole('menuitem', { name: item }).click();
}

test('documents are uploaded several at once, and what cannot be taken or read says why', () =>
  onPage('/knowledge', async (page) => {
    await page.getByRole('heading', { name: 'No documents yet' }).waitFor();
    await expectAccessible(page);
    await choose(
      page,
      file('hours.md', HOURS),
      file('prices.md', PRICES),
      file('letter.docx', 'PK'),
      file('no.pdf', 'no'),
    );
    const uploads = page.getByRole('list', { name: 'Uploads' });
    await uploads.getByText(/^This file type is not supported\./).waitFor();
    await ready(page, 'hours\\.md');
    await ready(page, 'prices\\.md');
    await page.getByRole('row', { name: /no\.pdf.*Failed.*The PDF cannot be read/ }).waitFor();
    await expectAccessible(page);
    await uploads.getByRole('button', { name: 'Dismiss letter.docx' }).click();
    expect(await uploads.getByText('letter.docx').count()).toBe(0);
    expect((await documents()).map(({ name, content_type: type }: any) => [name, type])).toEqual([
      ['hours.md', 'text/markdown'],
      ['prices.md', 'text/markdown'],
      ['no.pdf', 'application/pdf'],
    ]);
    await openMenu(page, 'no.pdf', /^Remove/);
    await page.getByRole('dialog').getByRole('button', { name: 'Remove document' }).click();
    await page.getByText('The document no.pdf is removed.').waitFor();
  }));

test('a file that is dropped is uploaded', () =>
  onPage('/knowledge', async (page) => {
    const dropped = await page.evaluateHandle(() => {
      const transfer = new DataTransfer();
      transfer.items.add(new File(['Parking is free behind the house.'], 'parking.txt', { type: 'text/plain' }));
      return transfer;
    });
    await page.getByText('Drop documents here, or').dispatchEvent('drop', { dataTransfer: dropped });
    await ready(page, 'parking\\.txt');
  }));

test('a question is tried, and the passages that an agent would get are shown, at phone width in the dark', () =>
  onPage(
    '/knowledge',
    async (page) => {
      const question = page.getByRole('textbox', { name: 'Question' });
      await page.getByRole('button', { name: 'Ask' }).click();
      await page.getByText('Fill this in.').waitFor();
      await question.fill('What does a haircut cost?');
      await page.getByRole('button', { name: 'Ask' }).click();
      const found = page.getByRole('list', { name: 'Passages that were found' }).getByRole('listitem').first();
      await found.getByText('A haircut costs 38 euros').waitFor();
      await found.getByText(/Prices.*Haircuts/).waitFor();
      await expectAccessible(page);
      await question.fill('zebra');
      await page.getByRole('button', { name: 'Ask' }).click();
      await page.getByText(/^Nothing matches\./).waitFor();
    },
    { width: 390, scheme: 'dark' },
  ));

test('a document is renamed; one that an agent knows is chosen in its editor, and is not removed', async () => {
  const prompt = '## hello\nsay: Hello.\nend: success\n';
  const { agent_id: agentId } = (await service.request('POST', '/agents', { body: { name: 'Knows', prompt } })).body;
  await onPage('/knowledge', async (page) => {
    await openMenu(page, 'hours.md', /^Rename/);
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name').fill('Opening hours');
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Rename document' }).click();
    await page.getByText('The document is now called Opening hours.').waitFor();
    await page.getByRole('row', { name: /Opening hours/ }).waitFor();
  });
  await onPage(`/agents/${agentId}`, async (page) => {
    await page.getByRole('combobox', { name: 'Documents' }).click();
    await page.getByRole('option', { name: 'Opening hours' }).click();
    await page.keyboard.press('Escape');
    await page.getByRole('radio', { name: 'Looked up when needed' }).check();
    await page.getByText('Draft saved, not published').waitFor();
    await page.getByRole('textbox', { name: 'Question' }).fill('Are you open on Sunday?');
    await page.getByRole('button', { name: 'Ask' }).click();
    await page.getByText('On Sunday we are closed', { exact: false }).waitFor();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Publish …' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('How it is used: Looked up when needed').waitFor();
    await dialog.getByText(/^Added: Opening hours$/).waitFor();
    await dialog.getByRole('button', { name: 'Publish', exact: true }).click();
    await page.getByText('Everything is published').waitFor();
  });
  const [hours] = await documents();
  const { body: agent } = await service.request('GET', `/agents/${agentId}`);
  expect(agent.knowledge).toEqual({ document_ids: [hours.document_id], mode: 'tool' });
  await onPage('/knowledge', async (page) => {
    await page.getByRole('row', { name: /Opening hours.*Knows/ }).waitFor();
    await openMenu(page, 'Opening hours', /^Remove/);
    const dialog = page.getByRole('dialog');
    await dialog.getByText(/^Knows knows it\./).waitFor();
    await dialog.getByRole('button', { name: 'Remove document' }).click();
    await page.getByText(/is in use: the agent "Knows" knows it/).waitFor();
    await page.getByRole('link', { name: 'Opening hours' }).click();
    await page.getByRole('dialog').getByRole('link', { name: 'Knows' }).click();
    await page.getByRole('heading', { name: /^Knows/ }).waitFor();
  });
});

test('a link to a document that is gone says so; without permission to write there is no upload', async () => {
  await onPage('/knowledge?document=doc_gone', async (page) => {
    await page
      .getByRole('dialog')
      .getByText(/^It was removed/)
      .waitFor();
    await expectAccessible(page);
  });
  const viewer = await makeUser(service, 'viewer');
  await onPage(
    '/knowledge',
    async (page) => {
      await page.getByRole('row', { name: /Opening hours/ }).waitFor();
      expect(await page.getByRole('button', { name: 'Choose files' }).count()).toBe(0);
      expect(await page.getByRole('button', { name: /^More about/ }).count()).toBe(0);
    },
    { login: viewer },
  );
});
