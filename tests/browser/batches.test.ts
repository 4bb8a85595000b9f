import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Service } from '../support/service.ts';
import { expectAccessible } from './support/accessible-page.ts';
import { launchChromium } from './support/chromium.ts';
import { type Login, makeOwner, makeUser } from './support/sign-in.ts';
import { openPage, type PageOptions, visit } from './support/watched-page.ts';

const MARKUP = '<img src=x onerror=alert(1)>';
/** Of the simulated phone. */
const NEVER_ANSWERS = '+12025550103';
/** With a bad row, a repeated one, and one with markup; as a spreadsheet in Germany writes it. */
const PEOPLE = [
  'Name;Mobile;Customer',
  'Maria Lopez;+1 202 555 0102;=1+1',
  `${MARKUP};+12025550105;4712`,
  'Nobody;ask Ann;4713',
  'Maria again;+12025550102;4714',
  'Jo;2025550103;4715',
].join('\r\n');

let service: Service;
let browser: Browser;
let owner: Login;
let directory: string;

beforeAll(async () => {
  [service, browser] = await Promise.all([Service.start(), launchChromium()]);
  owner = await makeOwner(service);
  directory = await mkdtemp(path.join(tmpdir(), 'parley-batches-'));
  await writeFile(path.join(directory, 'people.csv'), PEOPLE);
});
afterAll(async () => {
  await Promise.all([browser?.close(), service?.remove()]);
  await rm(directory, { recursive: true, force: true });
});

async function onPage(act: (page: Page) => Promise<void>, options: PageOptions = {}): Promise<void> {
  const { page, context, problems } = await openPage(browser, service, { login: owner, ...options });
  await act(page);
  await context.close();
  expect(problems).toEqual([]);
}

/** No serious finding, nothing wider than the window; a screenshot where PARLEY_SCREENSHOTS asks for it. */
async function inspect(page: Page, name: string): Promise<void> {
  await expectAccessible(page);
  const pictures = process.env.PARLEY_SCREENSHOTS;
  if (pictures === undefined) return;
  await mkdir(pictures, { recursive: true });
  await page.screenshot({ path: path.join(pictures, `${name}.png`), fullPage: true });
}

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });
/** The field of a select, and not the list that it opens. */
const field = (page: Page, label: string) => page.locator('input').and(page.getByLabel(label, { exact: true }));
const isOver = (page: Page) => page.getByRole('heading', { name: /Completed$/, level: 1 }).waitFor();
const stepIs = (page: Page, name: string) => page.getByRole('heading', { name, level: 2 }).waitFor();

async function chooseAgent(page: Page): Promise<void> {
  await field(page, 'Agent').click();
  await page.getByRole('option', { name: 'Appointment reminder' }).click();
}

test.each([
  [1440, 'light'],
  [390, 'dark'],
] as const)('from a table to the results, at %i px', async (width, scheme) =>
  onPage(
    async (page) => {
      const shot = (name: string) => inspect(page, `batch-${name}-${width}-${scheme}`);
      await visit(page, '/batches/new');
      await chooseAgent(page);
      await page.locator('input[type=file]').setInputFiles(path.join(directory, 'people.csv'));
      await page.getByText('people.csv has 6 rows.').waitFor();
      await shot('1-source');
      await button(page, 'Continue').click();

      await stepIs(page, 'Columns');
      expect(await field(page, 'Phone number').inputValue()).toBe('Mobile');
      expect(await field(page, '{{name}}').inputValue()).toBe('Name');
      await page.getByLabel('Customer', { exact: true }).check();
      await shot('2-columns');
      await page.getByRole('link', { name: 'All batches' }).click();
      const leaving = page.getByRole('dialog', { name: 'Leave the new batch?' });
      await leaving.getByRole('button', { name: 'Stay' }).click();
      await stepIs(page, 'Columns');
      expect(await field(page, 'Phone number').inputValue()).toBe('Mobile');
      await button(page, 'Check the rows').click();

      await stepIs(page, 'Check');
      await page.getByText('2 people can be called. 3 rows cannot be called.').waitFor();
      const bad = page.getByRole('table', { name: 'Bad rows' });
      for (const words of [
        'Row 4',
        'ask Ann is not in E.164',
        'Row 5',
        'is in row 2 already',
        'Row 6',
        '2025550103 is not',
      ]) {
        await bad.getByText(words).waitFor();
      }
      await page.getByText(`Hello ${MARKUP}, this is Ava`).waitFor();
      await shot('3-check');
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        button(page, 'Download the bad rows').click(),
      ]);
      const table = await readFile((await download.path())!, 'utf8');
      expect(table).toContain('Name,Mobile,Customer,Row,Problem');
      expect(table).toContain('Jo,2025550103,4715,6,');
      expect(await button(page, 'Continue').isDisabled()).toBe(true);
      await page.getByLabel('Leave out the 3 bad rows').check();
      await button(page, 'Continue').click();

      await stepIs(page, 'Time');
      await page.getByLabel('Later').check();
      await page.getByLabel('Day and time').fill('2020-01-01T10:00');
      await page.getByText('This time is past').waitFor();
      await page.getByLabel('Day and time').fill('2030-07-01T10:00');
      await field(page, 'Time zone').fill('Berlin');
      await page.getByRole('option', { name: 'Europe/Berlin' }).click();
      await page.getByText('2030-07-01 08:00 UTC').waitFor();
      // The owner of this test has chosen no zone: the account's holds.
      await page.getByText(/Jul 1, 2030, 8:00\sAM/).waitFor();
      await shot('4-time');
      await page.getByLabel('Now, as soon as I confirm').check();
      await button(page, 'Continue').click();

      await stepIs(page, 'Confirm');
      await page.getByLabel('Name of the batch').fill(`People ${MARKUP}`);
      await page.getByText('No real phone rings').waitFor();
      await shot('5-confirm');
      await button(page, 'Call 2 people now').click();

      await page.getByRole('heading', { name: `People ${MARKUP}`, level: 1 }).waitFor();
      await isOver(page);
      await page.getByRole('table', { name: 'Calls of this batch' }).getByText('Declined').waitFor();
      await shot('6-batch');
      await button(page, 'Results').click();
      const [results] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('menuitem', { name: 'Table for spreadsheets (CSV)' }).click(),
      ]);
      const lines = (await readFile((await results.path())!, 'utf8')).split('\r\n');
      expect(lines).toHaveLength(4);
      expect(lines[1]).toContain('+12025550102,failed,busy');
      expect(lines[1]).toMatch(/Maria Lopez/);
      expect(lines[1]).toContain("'=1+1");
      expect(lines[2]).toContain(MARKUP);

      await button(page, 'Call again').click();
      await page.getByRole('dialog').waitFor();
      await page.getByLabel('Declined (1)').uncheck();
      await shot('7-again');
      await button(page, 'Call 1 person again').click();
      await page.getByText('calls again who was missed before').waitFor();
      await isOver(page);
    },
    { width, scheme },
  ),
);

test('when a batch is over its calls are read once more: the last that was shown may be from before', async () => {
  const { body: agents } = await service.request('GET', '/agents');
  const batch = { agent_id: agents.data[0].agent_id, recipients: [{ phone: NEVER_ANSWERS }] };
  const { batch_id: batchId } = (await service.request('POST', '/calls/batch', { body: batch })).body;
  await onPage(async (page) => {
    let isKnownToBeOver = false;
    await page.route(`**/v1/calls/batch/${batchId}`, async (route) => {
      const response = await route.fetch();
      isKnownToBeOver = (await response.json()).status === 'completed';
      await route.fulfill({ response });
    });
    let ringing: Buffer | undefined;
    await page.route(
      ({ pathname, searchParams }) => pathname === '/v1/calls' && searchParams.get('batch_id') === batchId,
      async (route) => {
        const response = await route.fetch();
        const body = await response.body();
        if ((await response.json()).data[0]?.phase === 'ringing') ringing ??= body;
        await route.fulfill({ response, body: isKnownToBeOver ? body : (ringing ?? body) });
      },
    );
    await visit(page, `/batches/${batchId}`);
    const row = page.getByRole('table', { name: 'Calls of this batch' }).getByRole('row').nth(1);
    await row.getByText('Ringing').waitFor();
    const { body: calls } = await service.request('GET', `/calls?batch_id=${batchId}`);
    await service.request('POST', `/calls/${calls.data[0].call_id}/hangup`);
    await isOver(page);
    await row.getByText('Canceled').waitFor();
    await page.getByText('1 Canceled').waitFor();
  });
});

test('by keyboard alone: pasted rows, paused, resumed, canceled', async () =>
  onPage(async (page) => {
    await visit(page, '/batches');
    await page.getByRole('link', { name: 'New batch' }).first().focus();
    await page.keyboard.press('Enter');
    await stepIs(page, 'Agent and people');
    await field(page, 'Agent').focus();
    await page.keyboard.press('ArrowDown');
    // The agents come from the service.
    await page.getByRole('option').first().waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect.poll(() => field(page, 'Agent').inputValue()).not.toBe('');
    await page.getByLabel('Or paste the rows').focus();
    await page.keyboard.insertText('phone\tname\n+12025550103\tAnn\n+12025550120\tBo');
    await page.getByText('What was pasted has 3 rows.').waitFor();
    for (const [label, next] of [
      ['Continue', 'Columns'],
      ['Check the rows', 'Check'],
      ['Continue', 'Time'],
    ] as const) {
      await button(page, label).focus();
      await page.keyboard.press('Enter');
      await stepIs(page, next);
      await page.waitForFunction((words) => document.activeElement?.textContent === words, next);
    }
    await page.getByLabel('Now, as soon as I confirm').focus();
    await page.keyboard.press('ArrowDown');
    await button(page, 'Continue').focus();
    await page.keyboard.press('Enter');
    await stepIs(page, 'Confirm');
    await button(page, 'Schedule the batch').focus();
    await page.keyboard.press('Enter');
    await button(page, 'Pause').focus();
    await page.keyboard.press('Enter');
    await page.getByText('Paused: no new calls start').waitFor();
    // It is the same button, which has kept the focus.
    await button(page, 'Resume').waitFor();
    await page.keyboard.press('Enter');
    await button(page, 'Pause').waitFor();
    await button(page, 'Cancel').focus();
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').getByText('2 people will not be called.').waitFor();
    await button(page, 'Cancel batch').click();
    await page.getByText('Canceled', { exact: true }).first().waitFor();
    expect(await button(page, 'Pause').count()).toBe(0);
  }));

test('a viewer sees batches and changes none', async () => {
  const viewer = await makeUser(service, 'viewer');
  await onPage(
    async (page) => {
      await visit(page, '/batches');
      await page
        .getByRole('link', { name: `People ${MARKUP}` })
        .first()
        .click();
      await button(page, 'Results').waitFor();
      expect(await page.getByRole('link', { name: 'New batch' }).count()).toBe(0);
      for (const name of ['Pause', 'Cancel', 'Call again']) expect(await button(page, name).count()).toBe(0);
      for (const place of [
        '/batches/new',
        '/settings/webhooks',
        '/settings/suppressions',
        '/settings/webhooks/inbox',
      ]) {
        await page.goto(place);
        await page.getByText('You may not see this').waitFor();
      }
    },
    { login: viewer },
  );
});
