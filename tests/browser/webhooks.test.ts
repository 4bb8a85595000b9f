import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Service } from '../support/service.ts';
import { WebhookReceiver } from '../support/webhook-receiver.ts';
import { expectAccessible } from './support/accessible-page.ts';
import { launchChromium } from './support/chromium.ts';
import { type Login, makeOwner } from './support/sign-in.ts';
import { openPage, visit } from './support/watched-page.ts';

const MARKUP = '<script>alert(1)</script>';

let service: Service;
let browser: Browser;
let owner: Login;
let receiver: WebhookReceiver;

beforeAll(async () => {
  [service, browser, receiver] = await Promise.all([
    Service.start({ PARLEY_ALLOW_PRIVATE_WEBHOOKS: 'true' }),
    launchChromium(),
    WebhookReceiver.start(),
  ]);
  owner = await makeOwner(service);
});
afterAll(() => Promise.all([browser?.close(), service?.remove(), receiver?.close()]));

async function onPage(width: number, act: (page: Page) => Promise<void>): Promise<void> {
  const { page, context, problems } = await openPage(browser, service, { login: owner, width });
  await act(page);
  await context.close();
  expect(problems).toEqual([]);
}

async function inspect(page: Page, name: string): Promise<void> {
  await expectAccessible(page);
  const pictures = process.env.PARLEY_SCREENSHOTS;
  if (pictures === undefined) return;
  await mkdir(pictures, { recursive: true });
  await page.screenshot({ path: path.join(pictures, `${name}.png`), fullPage: true });
}

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });

/** A call whose event holds markup. */
async function callWithMarkup(): Promise<void> {
  const { body } = await service.request('GET', '/agents');
  const call = { agent_id: body.data[0].agent_id, recipient_phone: '+12025550102', variables: { name: MARKUP } };
  const placed = await service.request('POST', '/call', { body: call });
  await service.callOver(placed.body.call_id);
}

test('a webhook is made, its secret is shown once, tested, replayed, rotated, disabled and deleted', async () =>
  onPage(1440, async (page) => {
    await visit(page, '/settings/webhooks');
    await button(page, 'New webhook').first().click();
    await page.getByLabel('Address').fill('example.com');
    await button(page, 'Create webhook').click();
    await page.getByText(/must be an http or https address/i).waitFor();
    await page.getByLabel('Address').fill(receiver.url);
    await inspect(page, 'webhook-1-new');
    await button(page, 'Create webhook').click();
    const secret = await page.getByText(/^whsec_/).textContent();
    await inspect(page, 'webhook-2-secret');
    await button(page, 'I have copied it').click();
    await page.getByRole('link', { name: receiver.url }).click();
    await button(page, 'Send a test').click();
    await receiver.next();
    receiver.answer = () => 400;
    await callWithMarkup();
    await button(page, 'call.failed').first().click();
    const drawer = page.getByRole('dialog');
    await drawer.getByText('HTTP 400').waitFor();
    await drawer.getByText(MARKUP).waitFor();
    await inspect(page, 'webhook-3-delivery');
    receiver.answer = () => 200;
    const before = receiver.received.length;
    await drawer.getByRole('button', { name: 'Send again' }).click();
    await drawer.getByText('Delivered').waitFor();
    expect(receiver.received.length).toBeGreaterThan(before);
    await page.keyboard.press('Escape');
    await button(page, 'More').click();
    await page.getByRole('menuitem', { name: 'Rotate the secret' }).click();
    await button(page, 'Make a new secret').click();
    expect(await page.getByText(/^whsec_/).textContent()).not.toBe(secret);
    await button(page, 'I have copied it').click();
    await button(page, 'More').click();
    await page.getByRole('menuitem', { name: 'Disable' }).click();
    await page.getByText('Disabled: disabled by the account').waitFor();
    await button(page, 'More').click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await button(page, 'Delete webhook').click();
    await page.getByText('No webhooks yet').waitFor();
  }));

test.each([1440, 390])('the inbox shows what comes, markup as text, at %i px', async (width) =>
  onPage(width, async (page) => {
    await visit(page, '/settings/webhooks/inbox');
    const open = button(page, 'Open the inbox');
    if ((await open.count()) > 0) await open.click();
    await callWithMarkup();
    await button(page, /^call\.failed Signature valid/)
      .first()
      .click();
    await page.getByLabel('Payload').getByText(MARKUP).waitFor();
    await page.getByRole('table', { name: 'Headers' }).getByText('webhook-signature').waitFor();
    await inspect(page, `webhook-inbox-open-${width}`);
  }),
);

test('numbers are suppressed, one or several, found and allowed again', async () =>
  onPage(390, async (page) => {
    await visit(page, '/settings/suppressions');
    await button(page, 'Add a number').first().click();
    await page.getByRole('textbox', { name: 'Number' }).fill('2025550109');
    await button(page, 'Add number').click();
    await page.getByText(/must be in E.164 format/i).waitFor();
    await page.getByRole('textbox', { name: 'Number' }).fill('+12025550109');
    await page.getByLabel('Reason').fill(MARKUP);
    await button(page, 'Add number').click();
    await page.getByText(MARKUP).waitFor();
    await button(page, 'Add several').click();
    await page.getByRole('textbox', { name: 'Numbers' }).fill('+442071838750, ask Ann\n+12025550109');
    await page.getByText('Line 1:').waitFor();
    await inspect(page, 'suppressions-several-390');
    expect(await button(page, 'Add 2 numbers').isDisabled()).toBe(true);
    await page.getByLabel('Leave them out').check();
    await button(page, 'Add 2 numbers').click();
    await page.getByText('1 added; 1 were on the list already.').waitFor();
    await page.getByLabel('Search by the beginning of the number').fill('+44');
    await page.getByText('+1 202 555 0109').waitFor({ state: 'detached' });
    await button(page, 'Allow calls to +442071838750 again').click();
    await page.getByRole('dialog').getByRole('button', { name: 'Allow calls', exact: true }).click();
    await page.getByText('No number on the list begins with this').waitFor();
  }));
