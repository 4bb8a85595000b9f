import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Service } from '../support/service.ts';
import { launchChromium } from './support/chromium.ts';
import { allPages, type DashboardPage, show } from './support/pages.ts';
import { placeQuickCalls } from './support/sample-calls.ts';
import { type Login, makeOwner } from './support/sign-in.ts';
import { openPage, sidewaysPx } from './support/watched-page.ts';

const PHONE_PX = 390;
/** A word that is broken nowhere, and words that fill lines. */
const LONG_NAME = `${'Reservierungsbestätigungsagentur'.repeat(4)} for the guests of the house by the river`;
const LONG_WORD = LONG_NAME.replaceAll(/[^a-z]/gi, '').slice(0, 60);
/** There were so many when this was written. */
const LISTS_AT_LEAST = 40;

let service: Service;
let browser: Browser;
let owner: Login;
let pages: DashboardPage[];

const create = async (path: string, body: object) => {
  const answer = await service.request('POST', path, { body });
  if (answer.status !== 201) throw new Error(`${path}: ${JSON.stringify(answer.body)}`);
  return answer.body;
};

beforeAll(async () => {
  [service, browser] = await Promise.all([Service.start(), launchChromium()]);
  owner = await makeOwner(service);
  await placeQuickCalls(service);
  const [{ agent_id: agentId }, { trunk_id: trunkId }, { provider_id: providerId }] = await Promise.all([
    create('/agents', { name: LONG_NAME, prompt: 'Be brief.' }),
    create('/trunks', { name: LONG_NAME, host: '127.0.0.1' }),
    create('/providers', { vendor: 'openai-compatible', name: LONG_WORD, base_url: 'http://127.0.0.1:9999/v1' }),
    create('/keys', { name: LONG_WORD, permissions: ['calls:read'] }),
  ]);
  const menu = (of: string, item: string) => async (page: Page) => {
    await page.getByRole('button', { name: of }).first().click();
    await page.getByRole('menuitem', { name: item }).click();
  };
  const all = await allPages(service);
  const webhook = all.find(({ name }) => name === 'webhook')!;
  pages = [
    ...all.filter(({ isPublic, failure }) => !isPublic && failure === undefined),
    { name: 'call-filters', path: '/calls', open: (page) => page.getByRole('button', { name: 'Filters' }).click() },
    { name: 'agent-long', path: `/agents/${agentId}` },
    { name: 'agent-try', path: `/agents/${agentId}`, open: tryByPhone },
    { name: 'trunk-call', path: '/trunks', open: menu(`More about ${LONG_NAME}`, 'Place a test call') },
    { name: 'trunk', path: `/trunks?trunk=${trunkId}`, open: async () => {} },
    { name: 'provider', path: `/settings/providers?provider=${providerId}`, open: async () => {} },
    { name: 'webhook-rotate', path: webhook.path, open: menu('More', 'Rotate the secret') },
    { name: 'key-rotate', path: '/settings/keys', open: menu(`Actions for the key ${LONG_WORD}`, 'Rotate') },
    { name: 'agent-delete', path: `/agents/${agentId}`, open: menu(`More about ${LONG_NAME}`, 'Delete') },
  ];
});
afterAll(() => Promise.all([browser?.close(), service?.remove()]));

const clickFirst = (page: Page, name: string) => page.getByRole('button', { name }).first().click();

async function tryByPhone(page: Page): Promise<void> {
  await clickFirst(page, 'Try it');
  await page.getByRole('tab', { name: 'Phone' }).click();
}

/** What of a list is beside the window, or of its options beside the list. */
function findingsIn(list: Element, windowPx: number): string[] {
  const { left, right } = list.getBoundingClientRect();
  const found: string[] = [];
  if (left < 0 || right > windowPx + 0.5) found.push(`the list reaches from ${left} to ${right} px`);
  for (const option of list.querySelectorAll('[role=option]')) {
    const over = Math.max(option.getBoundingClientRect().right - right, option.scrollWidth - option.clientWidth);
    if (over > 1) found.push(`an option is ${over} px wider than its place`);
  }
  return [...new Set(found)];
}

/** Parts of a dialog that hold more than they are wide. */
const widerInside = (dialog: Element) =>
  [dialog, ...dialog.querySelectorAll('section, header, form')]
    .map((part) => part.scrollWidth - part.clientWidth)
    .filter((over) => over > 1);

let lists = 0;

/** Unfolds each list, one after the other. */
async function findingsOf(page: Page, root: Page | Locator): Promise<string[]> {
  const findings: string[] = [];
  const inputs = root.locator('input[aria-haspopup="listbox"]:visible:enabled');
  for (let index = 0; index < (await inputs.count()); index += 1) {
    const input = inputs.nth(index);
    const label = await input.evaluate(
      ({ ariaLabel, labels }: HTMLInputElement) => labels?.[0]?.textContent ?? ariaLabel,
    );
    // Leaving a field may mark it, which moves what comes behind it.
    await input.focus();
    await input.click();
    const list = page.locator(`[id="${await input.getAttribute('aria-controls')}"]`);
    // What can be typed freely offers nothing.
    if ((await list.locator('[role=option]').count()) > 0) await list.waitFor();
    lists += 1;
    findings.push(...(await list.evaluate(findingsIn, PHONE_PX)).map((found) => `${label}: ${found}`));
    const sideways = await sidewaysPx(page);
    if (sideways > 0) findings.push(`${label}: the page is ${sideways} px too wide`);
    await input.press('Tab');
  }
  return findings;
}

test('no list widens a dialog or a page of a phone, whatever its options are called', {
  timeout: 600_000,
}, async () => {
  const { page, context } = await openPage(browser, service, { login: owner, width: PHONE_PX });
  page.setDefaultTimeout(20_000);
  const findings: Record<string, string[]> = {};
  for (const each of pages) {
    await show(page, each);
    const dialog = page.getByRole('dialog').last();
    const isDialog = each.open !== undefined;
    const found = await findingsOf(page, isDialog ? dialog : page);
    const wider = isDialog ? await dialog.evaluate(widerInside) : [];
    if (wider.length > 0) found.push(`the dialog is ${Math.max(...wider)} px wider inside`);
    const sideways = await sidewaysPx(page);
    if (sideways > 0) found.push(`${sideways} px wider than the window`);
    if (found.length > 0) findings[each.name] = found;
  }
  await context.close();
  expect(findings).toEqual({});
  expect(lists).toBeGreaterThanOrEqual(LISTS_AT_LEAST);
});
