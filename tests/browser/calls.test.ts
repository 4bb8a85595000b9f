import { readFile } from 'node:fs/promises';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Service } from '../support/service.ts';
import { launchChromium } from './support/chromium.ts';
import { type Login, makeOwner, makeUser } from './support/sign-in.ts';
import { openPage, visit } from './support/watched-page.ts';

/** As a value of a variable it is spoken, stored, listed and shown: it must never become part of a page. */
const MARKUP = '<img src=x onerror=document.title="acted"> <b>Maria</b>';

let service: Service;
let browser: Browser;
let owner: Login;
let agentId: string;
/** Answered, recorded and over. */
let talked: string;
let busy: string;

beforeAll(async () => {
  [service, browser] = await Promise.all([Service.start(), launchChromium()]);
  owner = await makeOwner(service);
  agentId = (await service.request('GET', '/agents')).body.data[0].agent_id;
  [talked, busy] = await Promise.all([place('+12025550107', { name: MARKUP }), place('+12025550102')]);
  await Promise.all([service.callOver(talked), service.callOver(busy)]);
});
afterAll(() => Promise.all([browser?.close(), service?.remove()]));

async function place(to: string, variables: Record<string, string> = {}): Promise<string> {
  const { body } = await service.request('POST', '/call', {
    body: { agent_id: agentId, recipient_phone: to, variables: { name: 'Maria', ...variables } },
  });
  return body.call_id;
}

/** It must end without problems. */
async function onPage(act: (page: Page) => Promise<void>, login: Login = owner): Promise<void> {
  const { page, context, problems } = await openPage(browser, service, { login });
  await act(page);
  await context.close();
  expect(problems).toEqual([]);
}

const rowOf = (page: Page, callId: string) =>
  page.getByRole('row').filter({ has: page.locator(`[data-call="${callId}"]`) });

test('a new call comes in at the top, changes in place, and leads to its page', () =>
  onPage(async (page) => {
    await visit(page, '/calls');
    await rowOf(page, talked).waitFor();
    const callId = await place('+12025550106');
    const row = rowOf(page, callId);
    await row.getByText('Talking').waitFor();
    expect(await page.locator('[data-call]').first().getAttribute('data-call')).toBe(callId);
    await row.getByText('Completed').waitFor();
    await row.getByText('Partial').waitFor();
    await row.getByRole('link').click();
    await page.getByRole('heading', { name: 'Call to +1 202 555 0106' }).waitFor();
    expect(new URL(page.url()).pathname).toBe(`/calls/${callId}`);
  }));

test('filters are in the address, and a link shows the same', () =>
  onPage(async (page) => {
    await visit(page, '/calls?status=failed');
    await rowOf(page, busy).waitFor();
    expect(await rowOf(page, talked).count()).toBe(0);
    await page.getByText('All', { exact: true }).click();
    await rowOf(page, talked).waitFor();
    expect(new URL(page.url()).search).toBe('');
    await page.getByLabel('Number, or its beginning').fill('+1 202 555 0102');
    await rowOf(page, talked).waitFor({ state: 'detached' });
    expect(new URL(page.url()).searchParams.get('phone')).toBe('+12025550102');
    await page.reload();
    await rowOf(page, busy).waitFor();
    expect(await rowOf(page, talked).count()).toBe(0);
    await page.getByRole('button', { name: 'Filters' }).click();
    await page.getByRole('combobox', { name: 'End reason' }).click();
    await page.getByRole('option', { name: 'Declined' }).click();
    await page.getByRole('heading', { name: 'No calls match these filters' }).waitFor();
    expect(new URL(page.url()).searchParams.get('end_reason')).toBe('rejected');
  }));

test('what the address has that no filter understands is left out of it', () =>
  onPage(async (page) => {
    await visit(page, '/calls?status=failed&utm_source=mail');
    await rowOf(page, busy).waitFor();
    expect(new URL(page.url()).search).toBe('?status=failed');
  }));

test('j and k walk through the list, and Enter opens a call', () =>
  onPage(async (page) => {
    await visit(page, '/calls?phone=%2B12025550102');
    await rowOf(page, busy).waitFor();
    await page.keyboard.press('j');
    await page.keyboard.press('k');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Call to +1 202 555 0102' }).waitFor();
    // Why, and what to do.
    await page.getByText('Call again in some minutes.').waitFor();
  }));

test('what the filters let through is downloaded', () =>
  onPage(async (page) => {
    await visit(page, '/calls?status=failed');
    await rowOf(page, busy).waitFor();
    await page.getByRole('button', { name: 'Export' }).click();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: 'CSV, for spreadsheets' }).click(),
    ]);
    const lines = (await readFile(await download.path(), 'utf8')).trim().split(/\r?\n/);
    expect(lines).toHaveLength(2);
    expect(lines[1]).toContain(busy);
  }));

test('a recording plays, the transcript follows it, and a click on a turn goes there', () =>
  onPage(async (page) => {
    await visit(page, `/calls/${talked}`);
    const position = () =>
      page.getByRole('slider', { name: 'Position in the recording' }).getAttribute('aria-valuenow');
    await page.getByRole('slider', { name: 'Position in the recording' }).waitFor();
    await page.locator('h1').click();
    await page.keyboard.press('Space');
    await page.getByRole('button', { name: 'Pause' }).waitFor();
    await expect.poll(position, { timeout: 20_000 }).not.toBe('0');
    const turns = page.getByRole('list', { name: 'Transcript' }).getByRole('listitem');
    const last = turns.filter({ hasText: 'Goodbye' }).last();
    await last.click();
    await page.locator('li[aria-current=true]', { hasText: 'Goodbye' }).waitFor();
    expect(Number(await position())).toBeGreaterThan(10);
    await page.getByRole('button', { name: 'Pause' }).click();
    await page.getByRole('button', { name: 'Play', exact: true }).waitFor();
  }));

test('words that were not heard are marked, responses have their stages, and events their order', () =>
  onPage(async (page) => {
    await visit(page, `/calls/${talked}`);
    await page.getByText('Interrupted').first().waitFor();
    expect(await page.getByRole('list', { name: 'Transcript' }).locator('s').first().textContent()).not.toBe('');
    await page.getByRole('tab', { name: 'Response times' }).click();
    await page
      .getByRole('img', { name: /ms: Endpointing/ })
      .first()
      .waitFor();
    await page.getByRole('tab', { name: 'Events' }).click();
    const events = page.getByRole('list', { name: 'Events' }).getByRole('listitem');
    expect(await events.first().textContent()).toContain('Queued');
    expect(await events.last().textContent()).toContain('Analyzed');
    expect(new URL(page.url()).search).toBe('?tab=events');
  }));

test('markup in variables and transcripts is text', () =>
  onPage(async (page) => {
    for (const tab of ['transcript', 'timing', 'events', 'json']) {
      await visit(page, `/calls/${talked}?tab=${tab}`);
      await page.locator('dd', { hasText: MARKUP }).waitFor();
      await page.getByRole('tabpanel').getByText('<b>Maria</b>').first().waitFor();
      expect(await page.locator('main img, main b').count()).toBe(0);
      expect(await page.title()).not.toBe('acted');
    }
  }));

test('a call is placed from the list, and its variables are asked for', () =>
  onPage(async (page) => {
    await visit(page, '/calls');
    await page.getByRole('button', { name: 'Place a call' }).click();
    const dialog = page.getByRole('dialog', { name: 'Place a call' });
    const number = dialog.getByRole('combobox', { name: 'Number to call' });
    await number.fill('2025550105');
    await dialog.getByRole('button', { name: 'Call', exact: true }).click();
    await dialog.getByText('Must be in E.164 format').waitFor();
    await number.fill('+1 (202) 555-0105');
    await dialog.getByLabel('name').fill('Noor');
    await dialog.getByRole('button', { name: 'Call', exact: true }).click();
    await page.getByRole('heading', { name: 'Call to +1 202 555 0105' }).waitFor();
    await page.getByRole('alert').getByText('Declined', { exact: true }).waitFor();
    await page.locator('dd', { hasText: 'Noor' }).waitFor();
  }));

test('without its stream of events the page says that it may be old, until there is one again', () =>
  onPage(async (page) => {
    const events = (url: URL) => url.pathname === '/v1/events';
    await page.route(events, (route) => route.fulfill({ status: 429, body: '' }));
    await visit(page, '/calls');
    const notice = page.getByText('No connection to Parley.');
    await notice.waitFor();
    await page.unroute(events);
    await notice.waitFor({ state: 'detached' });
  }));

test('a viewer sees calls and places none', async () => {
  const viewer = await makeUser(service, 'viewer');
  await onPage(async (page) => {
    await visit(page, '/calls');
    await rowOf(page, talked).waitFor();
    const button = page.getByRole('button', { name: 'Place a call' });
    expect(await button.getAttribute('aria-disabled')).toBe('true');
    await button.click({ force: true });
    expect(await page.getByRole('dialog').count()).toBe(0);
  }, viewer);
});
